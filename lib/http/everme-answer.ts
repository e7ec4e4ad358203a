/** Answers of the EverMe gateway in its own envelope (V10, V11, V15). Knows neither store nor services, so that the proxy may use it. */
import { randomUUID } from "node:crypto";
import { ERROR_STATUS, type ErrorCode } from "../contract/errors";
import { EVERME_STATUS, type EvermeEnvelope, type EvermeStatus } from "../contract/everme";
import type { Log } from "../context";
import { redactSecrets } from "../text/secrets";
import { dataHeaders, toAppError } from "./respond";

/** Anything that is meant for the gateway, whether there is such an address or not. */
export const isBelowGateway = (path: string): boolean => /^\/api\/v1\/mem(?:\/|$)/.test(path);

/** As it was sent: no dots, no escapes, so that no other address can pass for one of these. */
export const isGatewayPath = (path: string): boolean => /^\/api\/v1\/mem(?:\/[\w-]+)*\/?$/.test(path);

/** The client's own id where it is one, else a new UUID (V15). */
export function requestIdOf(request: Pick<Request, "headers">): string {
  const given = request.headers.get("requestid") ?? "";
  // It is logged and kept: a key that a client sends by mistake is no id.
  const isId = /^[A-Za-z0-9_-]{1,128}$/.test(given) && redactSecrets(given).text === given;
  return isId ? given : randomUUID();
}

export function toGatewayResult(result: unknown, requestId: string): Response {
  return respond({ status: 0, error: null, requestId, result }, 200);
}

const STATUS: Record<ErrorCode, EvermeStatus> = {
  invalid_json: EVERME_STATUS.invalid,
  validation_failed: EVERME_STATUS.invalid,
  unsupported_media_type: EVERME_STATUS.invalid,
  unauthorized: EVERME_STATUS.noBearer,
  forbidden_origin: EVERME_STATUS.forbidden,
  forbidden: EVERME_STATUS.forbidden,
  not_found: EVERME_STATUS.notFound,
  method_not_allowed: EVERME_STATUS.wrongMethod,
  conflict: EVERME_STATUS.conflict,
  too_large: EVERME_STATUS.tooLarge,
  busy: EVERME_STATUS.notReady,
  not_ready: EVERME_STATUS.notReady,
  disk_full: EVERME_STATUS.diskFull,
  internal: EVERME_STATUS.internal,
};

/** Known errors keep sentence and hint; what is unknown says nothing, and is logged under the request id. `status` overrides the error's. */
export function toGatewayError(error: unknown, requestId: string, log?: Log, status?: EvermeStatus): Response {
  const known = toAppError(error);
  const told = status ?? STATUS[known.code];
  if (known.code === "internal") log?.error({ requestId, err: error }, "gateway request failed");
  else log?.debug({ requestId, code: known.code, status: told }, "gateway request refused");
  const { message } = known;
  // The envelope has no place for details.
  const hint = known.details === undefined ? known.hint : "GET /api/openapi.json says what is taken.";
  const sentence = hint === undefined ? message : `${message} ${hint}`;
  return respond({ status: told, error: sentence, requestId, result: null }, ERROR_STATUS[known.code]);
}

function respond(envelope: EvermeEnvelope, httpStatus: number): Response {
  const body = JSON.stringify(envelope);
  const headers = {
    ...dataHeaders(envelope.requestId),
    requestId: envelope.requestId,
    "content-type": "application/json; charset=utf-8",
    "content-length": String(Buffer.byteLength(body)),
  };
  return new Response(body, { status: httpStatus, headers });
}
