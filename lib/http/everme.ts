/** Route handlers of the EverMe gateway: key, rate, body and envelope on every path and method (§3.7). */
import { z, type ZodType } from "zod";
import { bearerOf } from "../accounts/keys";
import { takeRequest } from "../accounts/rate";
import { authenticate, type Caller, type Refused } from "../accounts/service";
import { getApp } from "../app";
import type { App } from "../context";
import { AppError } from "../contract/errors";
import {
  EVERME_STATUS,
  type EvermeStatus,
  MAX_GATEWAY_BYTES,
  MAX_UPLOAD_BYTES,
  ObjectKey,
  UploadResult as UploadResultSchema,
  type UploadResult,
} from "../contract/everme";
import { contentType, readBytes, readJson } from "./body";
import { requestIdOf, toGatewayError, toGatewayResult } from "./everme-answer";
import type { RouteHandler, RouteSpec } from "./route";
import { takeTurn } from "./turns";

interface GatewaySpec<B extends ZodType> {
  body: B;
  output: ZodType;
}

interface GatewayInput<B extends ZodType> {
  app: App;
  request: Request;
  caller: Caller;
  requestId: string;
  body: z.infer<B>;
}

/** `POST: gateway({ body, output }, ({ app, caller, body }) => …)`: the function answers `result`. */
export function gateway<B extends ZodType>(
  { body, output }: GatewaySpec<B>,
  handle: (input: GatewayInput<B>) => unknown,
): RouteHandler {
  const handler = async (request: Request): Promise<Response> => {
    const requestId = requestIdOf(request);
    let app: App | undefined;
    try {
      app = await getApp();
      const caller = authenticate(app, bearerOf(request.headers.get("authorization")));
      if (typeof caller === "string") return refuse(caller, requestId, app);
      if (!takeRequest(app, caller.tokenId)) {
        const slow = new AppError("busy", "This key asks too often.", { hint: "Send again in a second." });
        return toGatewayError(slow, requestId, app.log, EVERME_STATUS.slowDown);
      }
      const sent = await readJson(request, MAX_GATEWAY_BYTES);
      await takeTurn();
      const parsed = body.parse(withoutNulls(sent));
      return toGatewayResult(await handle({ app, request, caller, requestId, body: parsed }), requestId);
    } catch (error) {
      return toGatewayError(error, requestId, app?.log);
    }
  };
  return Object.assign(handler, { spec: { body, output } });
}

/** Levels below which nothing of the wire is told apart: messages, calls, their fields. */
const MAX_LEVELS = 6;

/** Clients in other languages send null for what they leave out. */
function withoutNulls(value: unknown, levels = MAX_LEVELS): unknown {
  if (typeof value !== "object" || value === null || levels === 0) return value;
  if (Array.isArray(value)) return value.map((one: unknown) => withoutNulls(one, levels - 1));
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, one]) => (one === null ? [] : [[name, withoutNulls(one, levels - 1)]])),
  );
}

const REFUSED: Record<Refused, EvermeStatus> = {
  none: EVERME_STATUS.noBearer,
  emk: EVERME_STATUS.badAccountKey,
  evt: EVERME_STATUS.badAgentKey,
};

function refuse(what: Refused, requestId: string, app: App): Response {
  const message = what === "none" ? "This address asks for a key." : "This key opens nothing.";
  const hint = "Send `Authorization: Bearer emk_…` or `evt_…`; `keepsake token` makes keys.";
  return toGatewayError(new AppError("unauthorized", message, { hint }), requestId, app.log, REFUSED[what]);
}

const answering = (error: () => AppError, allow?: string): RouteHandler => {
  const handler = (request: Request): Promise<Response> => {
    const response = toGatewayError(error(), requestIdOf(request));
    if (allow !== undefined) response.headers.set("allow", allow);
    // HEAD has no body.
    const isHead = request.method === "HEAD";
    return Promise.resolve(
      isHead ? new Response(null, { status: response.status, headers: response.headers }) : response,
    );
  };
  return Object.assign(handler, { spec: {} as RouteSpec });
};

const wrongMethod = answering(
  () => new AppError("method_not_allowed", "This address does not take that method.", { hint: "Use POST." }),
  "POST",
);
const nothing = answering(() => new AppError("not_found", "There is nothing at this address."));

/** All seven methods of a gateway's address that takes POST. */
export const gatewayMethods = (POST: RouteHandler) => ({
  GET: wrongMethod,
  HEAD: wrongMethod,
  POST,
  PUT: wrongMethod,
  PATCH: wrongMethod,
  DELETE: wrongMethod,
  OPTIONS: wrongMethod,
});

/** Of what no address of the gateway takes. */
export const gatewayNowhere = {
  GET: nothing,
  HEAD: nothing,
  POST: nothing,
  PUT: nothing,
  PATCH: nothing,
  DELETE: nothing,
  OPTIONS: nothing,
};

interface Uploaded {
  app: App;
  objectKey: string;
  secret: string;
  file: Uint8Array;
}

/** Beside the file: boundaries and fields of the form. */
const FORM_BYTES = 64 * 1024;
export const UploadParams = z.object({ id: ObjectKey });

/** A multipart form with `token` and `file`: the token of the announcement is the credential. */
export function gatewayUpload(handle: (input: Uploaded) => Promise<UploadResult>): RouteHandler {
  const handler = async (request: Request, context?: { params: Promise<unknown> }): Promise<Response> => {
    const requestId = requestIdOf(request);
    let app: App | undefined;
    try {
      app = await getApp();
      const { id: objectKey } = UploadParams.parse(await context?.params);
      const form = await readForm(request);
      const [secret, file] = [form.get("token"), form.get("file")];
      if (typeof secret !== "string" || file === null || typeof file === "string") {
        throw new AppError("validation_failed", "The form lacks its token or its file.", {
          hint: "Send the formFields of /mem/uploads/presign, then the file as `file`.",
        });
      }
      const bytes = new Uint8Array(await file.arrayBuffer());
      return toGatewayResult(await handle({ app, objectKey, secret, file: bytes }), requestId);
    } catch (error) {
      return toGatewayError(error, requestId, app?.log);
    }
  };
  return Object.assign(handler, { spec: { params: UploadParams, output: UploadResultSchema } }) as RouteHandler;
}

async function readForm(request: Request): Promise<FormData> {
  const type = request.headers.get("content-type") ?? "";
  if (contentType(request) !== "multipart/form-data") {
    throw new AppError("unsupported_media_type", "The upload must be a multipart form.");
  }
  const body = await readBytes(request, MAX_UPLOAD_BYTES + FORM_BYTES);
  try {
    return await new Response(body, { headers: { "content-type": type } }).formData();
  } catch (cause) {
    throw new AppError("validation_failed", "The form is broken.", { cause });
  }
}

/** As the caller reached us. */
export const originOf = (request: Request): string => {
  const { protocol, host } = new URL(request.url);
  return `${protocol}//${request.headers.get("host") ?? host}`;
};
