/** Asks the server's own API from the browser; failures are values in the words that views show. By hand: the typed client brings its schemas along, which weigh more than a page. */
import type { ErrorBody, ErrorCode } from "@/lib/contract/errors";
import type { ShownError } from "../change/result";

export type Fetched<T> = { ok: true; data: T } | { ok: false; error: ShownError };

export type FetchParams = Record<string, string | number | boolean | null | undefined>;

interface FetchOptions {
  params?: FetchParams;
  /** Makes it a POST. */
  body?: unknown;
  signal?: AbortSignal;
}

const ASK_MS = 30_000;
/** The console says it in its own words (errors.not_ready). */
const LOST: ShownError = { message: "", code: "not_ready" };

/** `T` is what the route's contract says. Never throws. */
export async function fetchJson<T>(
  path: string,
  { params = {}, body, signal }: FetchOptions = {},
): Promise<Fetched<T>> {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(params)) {
    if (value !== null && value !== undefined && value !== "") query.set(name, String(value));
  }
  const asked = query.toString();
  try {
    const response = await fetch(asked === "" ? path : `${path}?${asked}`, {
      headers: {
        "x-keepsake-client": "console",
        ...(body === undefined ? {} : { "content-type": "application/json" }),
      },
      ...(body === undefined ? {} : { method: "POST", body: JSON.stringify(body) }),
      signal: signal ?? AbortSignal.timeout(ASK_MS),
    });
    const answer: unknown = await response.json();
    return response.ok ? { ok: true, data: answer as T } : { ok: false, error: shown(answer as Partial<ErrorBody>) };
  } catch {
    // No answer, or one cut off in the middle.
    return { ok: false, error: LOST };
  }
}

function shown(body: Partial<ErrorBody>): ShownError {
  const code: ErrorCode = body.code ?? "internal";
  return {
    message: body.error ?? "",
    hint: body.hint,
    code,
    requestId: body.requestId,
    details: body.details,
    rejection: body.reason,
  };
}
