/** JSON-RPC 2.0 by lines: what comes in, taken apart and bounded, and what goes out. */

/** Characters of one message; a longer one is refused, not kept. */
const MAX_LINE = 10 * 1024 * 1024;

export type RpcId = string | number;
export interface RpcRequest {
  id: RpcId;
  method: string;
  params: Record<string, unknown>;
}
export interface RpcNotification {
  method: string;
  params: Record<string, unknown>;
}
export interface RpcResponse {
  id: RpcId;
  result?: unknown;
  error?: { code: number; message: string };
}
export type RpcMessage =
  | { kind: "request"; request: RpcRequest }
  | { kind: "notification"; notification: RpcNotification }
  | { kind: "response"; response: RpcResponse }
  /** Neither; `id` as far as it has one. */
  | { kind: "invalid"; id: RpcId | null; code: number; message: string };

const PARSE_ERROR = -32700;
const INVALID_REQUEST = -32600;
export const METHOD_NOT_FOUND = -32601;
export const INVALID_PARAMS = -32602;
export const INTERNAL_ERROR = -32603;
/** Of a transport: not now, or not at all. */
export const REFUSED = -32000;

/** What is answered instead of a result. */
export class RpcError extends Error {
  readonly code: number;
  constructor(code: number, message: string) {
    super(message);
    this.name = "RpcError";
    this.code = code;
  }
}

/** By its name: the program is two files, each with a class of its own. */
export const isRpcError = (error: unknown): error is RpcError =>
  error instanceof Error && error.name === "RpcError" && typeof (error as { code?: unknown }).code === "number";

/** Takes pieces of text, answers the whole lines in them; null stands for a line that was too long. */
export function createLines(): (piece: string) => (string | null)[] {
  let rest = "";
  let isSkipping = false;
  return (piece) => {
    const parts = (rest + piece).split("\n");
    rest = parts.pop() ?? "";
    const lines = parts.map((line, index) => (index === 0 && isSkipping ? null : line.length > MAX_LINE ? null : line));
    if (parts.length > 0) isSkipping = false;
    if (rest.length > MAX_LINE) {
      rest = "";
      isSkipping = true;
    }
    return lines;
  };
}

/** One line: a message, or a batch of them. Null for a blank one. */
export function readLine(line: string | null): { messages: RpcMessage[]; isBatch: boolean } | null {
  if (line === null)
    return one({ kind: "invalid", id: null, code: INVALID_REQUEST, message: "The message is too long." });
  const text = line.trim();
  if (text === "") return null;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    // The parser's own message would quote what was sent.
    return one({ kind: "invalid", id: null, code: PARSE_ERROR, message: "Parse error: this is not JSON." });
  }
  if (!Array.isArray(value)) return one(readMessage(value));
  if (value.length === 0 || value.length > 100) {
    return one({ kind: "invalid", id: null, code: INVALID_REQUEST, message: "A batch holds 1 to 100 messages." });
  }
  return { messages: value.map(readMessage), isBatch: true };
}

const one = (message: RpcMessage) => ({ messages: [message], isBatch: false });

function readMessage(value: unknown): RpcMessage {
  const invalid = (id: RpcId | null): RpcMessage => ({
    kind: "invalid",
    id,
    code: INVALID_REQUEST,
    message: "This is no JSON-RPC 2.0 message.",
  });
  if (typeof value !== "object" || value === null || Array.isArray(value)) return invalid(null);
  const { jsonrpc, id, method, params, result, error } = value as Record<string, unknown>;
  const hasId = typeof id === "string" || typeof id === "number";
  if (jsonrpc !== "2.0") return invalid(hasId ? id : null);
  if (typeof method === "string") {
    const named = typeof params === "object" && params !== null && !Array.isArray(params) ? params : {};
    const body = { method, params: named as Record<string, unknown> };
    if (hasId) return { kind: "request", request: { id, ...body } };
    return id === undefined ? { kind: "notification", notification: body } : invalid(null);
  }
  if (hasId && (result !== undefined || error !== undefined)) {
    return { kind: "response", response: { id, result, ...(isError(error) ? { error } : {}) } };
  }
  return invalid(hasId ? id : null);
}

const isError = (error: unknown): error is { code: number; message: string } =>
  typeof error === "object" && error !== null && typeof (error as { message?: unknown }).message === "string";

export const resultOf = (id: RpcId, result: unknown) => ({ jsonrpc: "2.0" as const, id, result });
export const errorOf = (id: RpcId | null, code: number, message: string) => ({
  jsonrpc: "2.0" as const,
  id,
  error: { code, message },
});
