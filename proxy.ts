/** Runs before every request: host, origin and token are checked here, and pages get their security headers. */
import { randomBytes } from "node:crypto";
import { type NextRequest, NextResponse } from "next/server";
import { AppError } from "@/lib/contract/errors";
import { type Env, readEnv } from "@/lib/env";
import { isDecodable, needsToken, refusal } from "@/lib/http/guard";
import { isBelowGateway, isGatewayPath, requestIdOf, toGatewayError } from "@/lib/http/everme-answer";
import { isMcpPath, toMcpResponse } from "@/lib/http/mcp-answer";
import { toErrorResponse } from "@/lib/http/respond";
import { dataSecurityHeaders, pageSecurityHeaders } from "@/lib/http/security-headers";
import { isAuthorized, readToken } from "@/lib/http/token";
import { newId } from "@/lib/ids";

const ENV = Symbol.for("keepsake.proxy-env");
const env = (): Env => ((globalThis as { [ENV]?: Env })[ENV] ??= readEnv());

export function proxy(request: NextRequest): Response {
  const error = check(request);
  if (error !== null) {
    return withHeaders(refused(error, request), {
      ...dataSecurityHeaders,
      ...(error.code === "method_not_allowed" ? { allow: [...METHODS].join(", ") } : {}),
    });
  }
  return pass(request);
}

function refused(error: AppError, request: NextRequest): Response {
  const path = pathOf(request.url);
  if (isBelowGateway(path)) return toGatewayError(error, requestIdOf(request));
  return (isMcpPath(path) ? toMcpResponse : toErrorResponse)(error, newId("req"));
}

function check(request: NextRequest): AppError | null {
  const { headers, method } = request;
  // The raw headers: nextUrl.host rewrites 127.0.0.1.
  const sentence = refusal(
    {
      method,
      host: headers.get("host"),
      origin: headers.get("origin"),
      secFetchSite: headers.get("sec-fetch-site"),
      secFetchMode: headers.get("sec-fetch-mode"),
    },
    env(),
  );
  if (sentence !== null) {
    return new AppError("forbidden_origin", sentence, {
      hint: "Use http://127.0.0.1 or http://localhost with the server's port; KEEPSAKE_ALLOWED_HOSTS names further hosts.",
    });
  }
  const path = pathOf(request.url);
  if (!isDecodable(path)) {
    return new AppError("validation_failed", "The address is not valid percent-encoded UTF-8.", {
      hint: "Encode it again.",
    });
  }
  if (!METHODS.has(method) && isData(path)) {
    return new AppError("method_not_allowed", "This address does not take that method.", {
      hint: "GET /api/openapi.json lists what each address takes.",
    });
  }
  return checkToken(request, path);
}

/** Of any other Next answers without a word. */
const METHODS: ReadonlySet<string> = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);

/** Answered by route handlers, not by pages. */
const isData = (path: string): boolean => /^\/(?:api(?:\/|$)|stream(?:\/|$)|mcp(?:\/|$)|sessions\/)/.test(path);

function checkToken(request: NextRequest, path: string): AppError | null {
  if (!needsToken(env().host, env().requireToken)) return null;
  // The one-time code is the credential there; static files hold no data.
  if (path === "/api/login" && request.method === "GET") return null;
  if (path.startsWith("/_next/static/")) return null;
  // Its own keys are the only bearer asked for there.
  if (isGatewayPath(path)) return null;
  const token = readToken(env().home);
  if (token === null) {
    return new AppError("not_ready", "This server asks for a token, but its data folder has none.", {
      hint: "Start it again.",
    });
  }
  if (isAuthorized(token, request.headers.get("authorization"), request.headers.get("cookie"))) return null;
  return new AppError("unauthorized", "This server asks for its token.", {
    hint: "Send `Authorization: Bearer` with the text of the file `token` in the data folder; for a browser, POST /api/login answers a one-time link.",
  });
}

/** Path as it was sent, without decoding. */
function pathOf(url: string): string {
  const start = url.indexOf("/", url.indexOf("://") + 3);
  const end = url.slice(start).search(/[?#]/);
  return start < 0 ? "/" : end < 0 ? url.slice(start) : url.slice(start, start + end);
}

function pass(request: NextRequest): Response {
  const path = pathOf(request.url);
  if (isData(path)) {
    return withHeaders(NextResponse.next(), dataSecurityHeaders);
  }
  const nonce = randomBytes(16).toString("base64");
  const security = pageSecurityHeaders(nonce, process.env.NODE_ENV === "development");
  const headers = new Headers(request.headers);
  headers.set("x-nonce", nonce);
  headers.set("content-security-policy", security["content-security-policy"] ?? "");
  return withHeaders(NextResponse.next({ request: { headers } }), security);
}

function withHeaders(response: Response, headers: Record<string, string>): Response {
  for (const [name, value] of Object.entries(headers)) response.headers.set(name, value);
  return response;
}
