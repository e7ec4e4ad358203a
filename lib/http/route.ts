/** Makes route handlers from a spec: request id, size, parsing by schema, errors. The only try/catch on the request path. */
import type { ZodType, z } from "zod";
import { getApp } from "../app";
import type { App } from "../context";
import { AppError } from "../contract/errors";
import { newId } from "../ids";
import { readJson } from "./body";
import { type Reach, requireReach } from "./reach";
import { toErrorResponse, toJsonResponse } from "./respond";
import { takeTurn } from "./turns";

type Parsed<T> = T extends ZodType ? z.infer<T> : undefined;

export interface RouteSpec {
  params?: ZodType;
  query?: ZodType;
  body?: ZodType;
  /** The answer's schema; also what OpenAPI shows. */
  output?: ZodType;
  status?: number;
  /** Whose rows it may tell of; absent = it bounds itself to the local account. */
  reach?: Reach;
  /** Bytes; 1 MB unless told. */
  maxBytes?: number;
  /** Reads the body instead of `readJson`, for routes that take more than JSON; `body` parses what it answers. */
  read?: (request: Request, maxBytes?: number) => Promise<unknown>;
}

export interface RouteInput<S extends RouteSpec> {
  app: App;
  request: Request;
  requestId: string;
  params: Parsed<S["params"]>;
  query: Parsed<S["query"]>;
  body: Parsed<S["body"]>;
}

interface NextContext {
  params: Promise<Record<string, string | string[] | undefined>>;
}

/** Next always hands over the context and checks that it is no optional parameter; tests of plain routes leave it out. */
export interface RouteHandler {
  (request: Request): Promise<Response>;
  (request: Request, context: NextContext): Promise<Response>;
  spec: RouteSpec;
}

/**
 * `export const GET = route({ query, output }, ({ app, query }) => list(app, query))`.
 * The function returns the resource (answered as JSON) or a ready `Response`.
 */
export function route<const S extends RouteSpec>(spec: S, handle: (input: RouteInput<S>) => unknown): RouteHandler {
  const handler = async (request: Request, context?: NextContext): Promise<Response> => {
    const requestId = newId("req");
    let app: App | undefined;
    try {
      app = await getApp();
      const params = spec.params?.parse(context === undefined ? {} : await context.params);
      if (spec.reach !== undefined) requireReach(app, request, spec.reach, params);
      const input = {
        app,
        request,
        requestId,
        params,
        query: spec.query?.parse(queryObject(new URL(request.url).searchParams)),
        body: spec.body === undefined ? undefined : await readBody(spec.body, spec, request),
      } as RouteInput<S>;
      const result = await handle(input);
      if (result instanceof Response) return result;
      return toJsonResponse(result, spec.status ?? 200, requestId);
    } catch (error) {
      return toErrorResponse(error, requestId, app?.log);
    }
  };
  return Object.assign(handler, { spec });
}

async function readBody(body: ZodType, spec: RouteSpec, request: Request): Promise<unknown> {
  const sent = await (spec.read ?? readJson)(request, spec.maxBytes);
  await takeTurn();
  return body.parse(sent);
}

function queryObject(params: URLSearchParams): Record<string, string> {
  const result: Record<string, string> = {};
  for (const [name, value] of params) if (value !== "" || name === "query" || name === "q") result[name] = value;
  return result;
}

const methodNotAllowed = (allow: string) => async (): Promise<Response> => {
  const requestId = newId("req");
  const error = new AppError("method_not_allowed", "This address does not take that method.", {
    hint: `Use one of: ${allow}.`,
  });
  const response = toErrorResponse(error, requestId);
  response.headers.set("allow", allow);
  return response;
};

const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"] as const;
type Method = (typeof METHODS)[number];

/** All seven methods of a route file: the given ones, JSON 405 with `Allow` for the rest. */
export function methods(given: Partial<Record<Method, RouteHandler>>): Record<Method, RouteHandler> {
  const allowed = METHODS.filter((method) => given[method] !== undefined || (method === "HEAD" && given.GET));
  const refuse = Object.assign(methodNotAllowed(allowed.join(", ")), { spec: {} as RouteSpec });
  const head = given.HEAD ?? (given.GET === undefined ? undefined : headOf(given.GET));
  return {
    GET: given.GET ?? refuse,
    HEAD: head ?? refuse,
    POST: given.POST ?? refuse,
    PUT: given.PUT ?? refuse,
    PATCH: given.PATCH ?? refuse,
    DELETE: given.DELETE ?? refuse,
    OPTIONS: refuse,
  };
}

function headOf(get: RouteHandler): RouteHandler {
  const handler = async (request: Request, context?: NextContext): Promise<Response> => {
    const response = context === undefined ? await get(request) : await get(request, context);
    await response.body?.cancel();
    return new Response(null, { status: response.status, headers: response.headers });
  };
  return Object.assign(handler, { spec: get.spec });
}
