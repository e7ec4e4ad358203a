/** What to do when the worker does not answer: go on without it, or ask again (M51). */
import { isRefusal } from "./errors";
import { type CallOptions, requestJson } from "./request";
import { DEFAULT_PORT, makeTarget, type WorkerOptions } from "./target";

export interface FallbackRequest extends CallOptions {
  /** Default GET. */
  method?: string | undefined;
  /** JSON text, as `fetch` takes it, or a value that becomes JSON. */
  body?: unknown;
  headers?: RequestInit["headers"];
}

export interface FallbackOptions extends WorkerOptions {
  /** Default 37777. */
  port?: number | undefined;
  /** Hears why the answer is null. */
  onError?: ((error: unknown) => void) | undefined;
}

/**
 * The JSON of one endpoint (`/api/stats`, with its query if any), or null on any failure and after 5 s: for callers
 * that work without the worker too (M51). What the caller got wrong, such as an endpoint without a slash, is null too;
 * `onError` hears what it was.
 */
export async function callWorkerWithFallback<T = unknown>(
  endpoint: string,
  request: FallbackRequest = {},
  { port = DEFAULT_PORT, onError, ...options }: FallbackOptions = {},
): Promise<T | null> {
  try {
    const { method, body, headers, signal, timeout } = request;
    const at = endpoint.indexOf("?");
    const path = at < 0 ? endpoint : endpoint.slice(0, at);
    return await requestJson<T>(makeTarget(port, options), {
      path,
      params: at < 0 ? undefined : Object.fromEntries(new URLSearchParams(endpoint.slice(at))),
      method,
      headers: headers === undefined ? undefined : Object.fromEntries(new Headers(headers)),
      ...(typeof body === "string" ? { raw: { text: body, type: "application/json" } } : { body }),
      options: { signal, timeout },
    });
  } catch (error) {
    onError?.(error);
    return null;
  }
}

/**
 * Calls `fn` up to `maxRetries` times, waiting `baseDelay` ms after the first failure and twice as long after each
 * further one; the last failure is thrown. What the worker refused (4xx but 408 and 429) is thrown at once: it would
 * refuse again.
 */
export async function retryWithBackoff<T>(fn: () => Promise<T>, maxRetries = 3, baseDelay = 100): Promise<T> {
  if (!Number.isInteger(maxRetries) || maxRetries < 1) throw new RangeError("maxRetries must be a positive integer");
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await fn();
    } catch (error) {
      if (attempt >= maxRetries || isRefusal(error)) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, baseDelay * 2 ** (attempt - 1)));
  }
}
