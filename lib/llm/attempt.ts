/** One request: bounded in time and size, its result sorted into an answer or one kind of failure (E68–E72). */
import { readCapped } from "./body";
import { fetchSameOrigin, type Outgoing } from "./follow";
import { MAX_ANSWER_BYTES, MAX_ERROR_BYTES } from "./limits";
import { isContextOverflow } from "./overflow";
import { retryAfterMs } from "./retry-after";
import type { Timing } from "./timing";
import type { FailureReason } from "./types";

export interface Answered {
  ok: true;
  status: number;
  contentType: string | null;
  text: string;
}

export interface Failed {
  ok: false;
  reason: FailureReason;
  httpStatus?: number;
  /** Whether asking again may help; `once`: one time in all attempts. */
  retry: "never" | "once" | "again";
  /** What the provider asked for. */
  waitMs: number | null;
  /** The provider took the request and did not refuse it, so that it may charge for it. */
  isCharged: boolean;
}

export type Attempt = Answered | Failed;

const RETRYABLE: readonly number[] = [408, 429, 500, 502, 503, 504];
/** Errors of a connection that was there; others, such as a refused one, sent nothing. */
const CUT_OFF: readonly string[] = ["UND_ERR_SOCKET", "ECONNRESET", "EPIPE"];

/** Never rejects. Ends after `maxMs` by the clock of `timing`; what arrives later is no answer. */
export async function attempt(request: Outgoing, maxMs: number, timing: Timing): Promise<Attempt> {
  const end = timing.now() + maxMs;
  const abort = new AbortController();
  const callOff = timing.after(maxMs, () => abort.abort());
  const isLate = (): boolean => abort.signal.aborted || timing.now() >= end;
  let hasHead = false;
  try {
    const response = await fetchSameOrigin(request, abort.signal);
    if (response === null) return failed("redirect");
    if (!response.ok) return await refusal(response, timing.now());
    hasHead = true;
    const body = await readCapped(response, MAX_ANSWER_BYTES);
    if (isLate()) return late();
    if (!body.isWhole) return failed("too_large", { httpStatus: response.status, isCharged: true });
    const { status, headers } = response;
    return { ok: true, status, contentType: headers.get("content-type"), text: body.text };
  } catch (error) {
    if (isLate()) return late();
    return failed("network", { retry: "once", isCharged: hasHead || CUT_OFF.includes(codeOf(error)) });
  } finally {
    callOff();
  }
}

/** An error status; its body only says whether the request was too long. */
async function refusal(response: Response, now: number): Promise<Failed> {
  const { status, headers } = response;
  // A body that breaks off takes nothing from the status, which is known.
  const body = await readCapped(response, MAX_ERROR_BYTES).catch(() => ({ text: "" }));
  if (isContextOverflow(status, body.text)) return failed("context_overflow", { httpStatus: status });
  return failed(status === 429 ? "rate_limited" : "http", {
    httpStatus: status,
    retry: RETRYABLE.includes(status) ? "again" : "never",
    waitMs: retryAfterMs(headers.get("retry-after"), now),
  });
}

const late = (): Failed => failed("timeout", { retry: "once", isCharged: true });

const failed = (reason: FailureReason, rest: Partial<Failed> = {}): Failed => ({
  ok: false,
  reason,
  retry: "never",
  waitMs: null,
  isCharged: false,
  ...rest,
});

/** `fetch` wraps the error of the socket. */
function codeOf(error: unknown): string {
  const { code, cause } = error as { code?: unknown; cause?: { code?: unknown } };
  return String(cause?.code ?? code ?? "");
}
