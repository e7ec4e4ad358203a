/** Speaks with an EverMe gateway: one envelope, one kind of error, a request id on both (V1, V10–V21). Web APIs only. */
import { parseJson } from "../../text/json-value";
import { readText } from "../answer-body";
import { withDeadline } from "../deadline";
import { gatewayUrl, queryOf } from "./base-url";
import { TIMEOUT_MS } from "./config";
import { EvermeError } from "./errors";

export interface ClientOptions {
  /** Address of the gateway, with or without `/api/v1`. */
  apiBase: string;
  /** `emk_…` or `evt_…`, sent as bearer. */
  token: string;
  /** Named in the user agent only; which agent writes is said by the token. */
  agentId?: string | undefined;
  /** Milliseconds for a whole answer; default 30,000. */
  timeoutMs?: number | undefined;
  /** Name in the user agent; default `keepsake-agent-sdk`. */
  name?: string | undefined;
  /** Default the global one. */
  fetch?: typeof fetch | undefined;
}

export interface RequestOptions {
  query?: Readonly<Record<string, unknown>> | undefined;
  /** Milliseconds instead of those of the client. */
  timeoutMs?: number | undefined;
  /** Ends the request; it then rejects with the signal's reason. */
  signal?: AbortSignal | undefined;
  /** Default a new UUID. The same one again on a write is answered as before. */
  requestId?: string | undefined;
}

export interface WithMeta<T> {
  /** null where the gateway gave none. */
  result: T | null;
  requestId: string;
}

export interface Client {
  /** `result` of the envelope, or null; `body` is sent as JSON. Throws `EvermeError`. */
  request<T>(method: string, path: string, body?: unknown, options?: RequestOptions): Promise<T | null>;
  /** The same with the id under which the gateway has it in its log. Throws `EvermeError`. */
  requestWithMeta<T>(method: string, path: string, body?: unknown, options?: RequestOptions): Promise<WithMeta<T>>;
}

const MAX_ANSWER_BYTES = 64 * 1024 * 1024;
const RETRY_AFTER_MS = 150;

/** Throws `TypeError` for what is no address or no token that a header can carry. */
export function createClient(options: ClientOptions): Client {
  const base = gatewayUrl(options.apiBase);
  if (!/^[\x21-\x7e]{0,1000}$/.test(options.token)) throw new TypeError("A token is visible ASCII without spaces");
  const requestWithMeta = async <T>(
    method: string,
    path: string,
    body?: unknown,
    of: RequestOptions = {},
  ): Promise<WithMeta<T>> => {
    const requestId = of.requestId ?? crypto.randomUUID();
    const url = `${base}${path.startsWith("/") ? path : `/${path}`}${queryOf(of.query ?? {})}`;
    try {
      return await execWithRetry(() => exchange<T>(options, url, method, requestId, body, of), { method });
    } catch (error) {
      of.signal?.throwIfAborted();
      if (error instanceof EvermeError) throw error;
      throw new EvermeError({
        message: `The gateway can't be reached: ${reasonOf(error)}`,
        type: "upstream",
        requestId,
        cause: error,
      });
    }
  };
  return {
    requestWithMeta,
    request: async <T>(method: string, path: string, body?: unknown, of?: RequestOptions) =>
      (await requestWithMeta<T>(method, path, body, of)).result,
  };
}

/**
 * Runs `run` again once, after 150 ms, when the line broke below HTTP, and only for GET and HEAD: a write may have
 * arrived (V20). What is an `EvermeError` is an answer or a time-out, and never repeated.
 */
export async function execWithRetry<T>(run: () => Promise<T>, { method }: { method: string }): Promise<T> {
  try {
    return await run();
  } catch (error) {
    if (error instanceof EvermeError || !/^(GET|HEAD)$/i.test(method)) throw error;
    await new Promise((resolve) => setTimeout(resolve, RETRY_AFTER_MS));
    return run();
  }
}

async function exchange<T>(
  client: ClientOptions,
  url: string,
  method: string,
  requestId: string,
  body: unknown,
  { timeoutMs = client.timeoutMs ?? TIMEOUT_MS, signal }: RequestOptions,
): Promise<WithMeta<T>> {
  return withDeadline(
    timeoutMs,
    signal,
    async (ends) => {
      const response = await (client.fetch ?? fetch)(url, {
        method,
        headers: headersOf(client, requestId),
        body: body === undefined ? null : JSON.stringify(body),
        // Whoever answers with another address must not get the token.
        redirect: "manual",
        cache: "no-store",
        signal: ends,
      });
      return read<T>(response, await readText(response, MAX_ANSWER_BYTES), requestId);
    },
    (error, isLate) => {
      if (!isLate || error instanceof EvermeError) return error;
      return new EvermeError({
        message: `No whole answer within ${timeoutMs} ms.`,
        type: "timeout",
        requestId,
        cause: error,
      });
    },
  );
}

function headersOf({ token, agentId, name = "keepsake-agent-sdk" }: ClientOptions, requestId: string) {
  const agent = (agentId ?? "").replace(/[^\x21-\x7e]/g, "").slice(0, 128);
  return {
    accept: "application/json",
    "content-type": "application/json",
    "user-agent": agent === "" ? name : `${name} (agent ${agent})`,
    requestId,
    ...(token === "" ? {} : { authorization: `Bearer ${token}` }),
  };
}

/** V10, V11, V14: what the answer says, whatever its HTTP status, as long as it is JSON. */
function read<T>(response: Response, text: string | null, ownId: string): WithMeta<T> {
  const status = response.status === 0 ? undefined : response.status;
  const outer = { status, requestId: response.headers.get("requestId") ?? ownId };
  if (response.type === "opaqueredirect" || (response.status >= 300 && response.status < 400)) {
    throw new EvermeError({ message: REDIRECTED, type: "upstream", ...outer });
  }
  const json = text === null ? undefined : parseJson(text);
  if (json === undefined) {
    throw new EvermeError({
      message: `The gateway answered HTTP ${response.status} without JSON.`,
      type: response.status === 401 || response.status === 403 ? "auth" : "upstream",
      ...outer,
    });
  }
  const envelope = (json ?? {}) as { status?: unknown; error?: unknown; requestId?: unknown; result?: unknown };
  const { requestId: said } = envelope;
  const requestId = typeof said === "string" && said !== "" ? said : ownId;
  if (envelope.status === 0) return { result: (envelope.result ?? null) as T | null, requestId };
  const code = typeof envelope.status === "number" && Number.isFinite(envelope.status) ? envelope.status : 0;
  const reason = typeof envelope.error === "string" && envelope.error !== "" ? envelope.error : `status ${code}`;
  const message = code === 0 ? `The gateway's answer has no status: ${reason}` : reason;
  throw new EvermeError({ message, code, status, requestId });
}

const REDIRECTED = "The gateway answered with another address, which is not followed. Name that one as the base.";

function reasonOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  return cause instanceof Error && cause.message !== "" ? cause.message : "the connection failed";
}
