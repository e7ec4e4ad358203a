/** One request to the worker: time-outs for the whole answer, one kind of error for each way to fail. Web APIs only. */
import { parseJson } from "../../text/json-value";
import { readText } from "../answer-body";
import { withDeadline } from "../deadline";
import { WorkerRequestError, WorkerTimeoutError, WorkerUnavailableError } from "./errors";
import { checkTime, type Target, type WorkerTimeouts } from "./target";

export interface CallOptions {
  /** Ends the request; it then rejects with the signal's reason. */
  signal?: AbortSignal | undefined;
  /** Milliseconds instead of those of the client. */
  timeout?: number | undefined;
}

export type Params = Readonly<Record<string, unknown>>;

export interface Call {
  /** Default GET. */
  method?: string | undefined;
  /** Begins with a slash; no query. */
  path: string;
  /** `undefined`, `null` and empty lists are left out; lists are joined by commas. */
  params?: Params | undefined;
  /** Sent as JSON. */
  body?: unknown;
  /** Sent as it is, instead of `body`. */
  raw?: { text: string; type: string };
  /** Go before the client's own; names in lower case. */
  headers?: Readonly<Record<string, string>> | undefined;
  time?: keyof WorkerTimeouts;
  options?: CallOptions | undefined;
}

const MAX_ANSWER_BYTES = 64 * 1024 * 1024;
const MAX_ERROR_BYTES = 64 * 1024;

/** The answer's JSON. Throws `WorkerUnavailableError`, `WorkerTimeoutError`, `WorkerRequestError` or the signal's reason. */
export const requestJson = <T>(target: Target, call: Call): Promise<T> =>
  exchange(target, call, async (response) => {
    const text = await readText(response, MAX_ANSWER_BYTES);
    const json = text === null ? undefined : parseJson(text);
    if (json === undefined) throw new WorkerRequestError(call.path, response.status, text?.slice(0, MAX_ERROR_BYTES));
    return json as T;
  });

/** The answer's text, whatever its type. */
export const requestText = (target: Target, call: Call): Promise<string> =>
  exchange(target, call, async (response) => {
    const text = await readText(response, MAX_ANSWER_BYTES);
    if (text === null) throw new WorkerRequestError(call.path, response.status, undefined);
    return text;
  });

/** Runs `read` on a good answer; the time-out and the caller's signal hold until it is done. */
export async function exchange<T>(target: Target, call: Call, read: (response: Response) => Promise<T>): Promise<T> {
  const { signal, timeout } = call.options ?? {};
  const within = timeout === undefined ? target.timeouts[call.time ?? "call"] : checkTime(timeout, "timeout");
  const url = urlOf(target, call.path, call.params);
  return withDeadline(
    within,
    signal,
    async (ends) => {
      const response = await target.fetch(url, initOf(target, call, ends));
      if (!response.ok) throw await refusalOf(response, call.path);
      return read(response);
    },
    (error, isLate) => {
      if (isLate) return new WorkerTimeoutError(call.path);
      return error instanceof WorkerRequestError ? error : new WorkerUnavailableError({ cause: error });
    },
  );
}

/** `undefined`, null and empty lists are left out of the query; lists are joined by commas. */
export function urlOf(target: Target, path: string, params: Params = {}): string {
  if (!path.startsWith("/")) throw new TypeError("An endpoint begins with a slash");
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(params)) {
    if (value === undefined || value === null) continue;
    const text = Array.isArray(value) ? value.join(",") : String(value);
    if (text !== "" || !Array.isArray(value)) query.set(name, text);
  }
  const search = query.toString();
  return `${target.base}${path}${search === "" ? "" : `?${search}`}`;
}

function initOf(target: Target, call: Call, signal: AbortSignal): RequestInit {
  const type = call.raw?.type ?? (call.body === undefined ? undefined : "application/json");
  return {
    method: call.method ?? "GET",
    headers: {
      ...target.headers,
      accept: "application/json",
      ...(type === undefined ? {} : { "content-type": type }),
      ...call.headers,
    },
    body: call.raw?.text ?? (call.body === undefined ? null : JSON.stringify(call.body)),
    // The worker never redirects; another program on its port must not lead memories elsewhere.
    redirect: "error",
    cache: "no-store",
    signal,
  };
}

/** What an answer says that is not what was asked for. */
export async function refusalOf(response: Response, path: string): Promise<WorkerRequestError> {
  const text = (await readText(response, MAX_ERROR_BYTES)) ?? undefined;
  return new WorkerRequestError(path, response.status, text === undefined ? undefined : (parseJson(text) ?? text));
}
