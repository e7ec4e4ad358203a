/** Refusals of `/mcp` in the protocol's own form: JSON-RPC errors with the status of HTTP. Knows no part of the protocol's library, so that the proxy may use it. */
import { ERROR_STATUS, type ErrorCode } from "../contract/errors";
import type { McpError } from "../contract/mcp";
import type { Log } from "../context";
import { dataHeaders, toAppError } from "./respond";

/** JSON-RPC's own numbers where one fits; −32000 is the transport's "refused", −32001 its "no such session". */
const CODES: Partial<Record<ErrorCode, number>> = {
  invalid_json: -32700,
  validation_failed: -32602,
  not_found: -32001,
  internal: -32603,
};

/** Not what lies below it, where there is nothing. */
export const isMcpPath = (path: string): boolean => path === "/mcp" || path === "/mcp/";

/** Known errors keep sentence, hint and code (in `data`); what is unknown says nothing, and is logged under the request id. */
export function toMcpResponse(
  error: unknown,
  requestId: string,
  log?: Log,
  headers: Record<string, string> = {},
): Response {
  const known = toAppError(error);
  if (known.code === "internal") log?.error({ requestId, err: error }, "MCP request failed");
  const { message, hint, code } = known;
  const body: McpError = {
    jsonrpc: "2.0",
    error: {
      code: CODES[code] ?? -32000,
      message: hint === undefined ? message : `${message} ${hint}`,
      data: { code, requestId },
    },
    id: null,
  };
  const text = JSON.stringify(body);
  return new Response(text, {
    status: ERROR_STATUS[code],
    headers: {
      ...dataHeaders(requestId),
      ...headers,
      "content-type": "application/json; charset=utf-8",
      "content-length": String(Buffer.byteLength(text)),
    },
  });
}
