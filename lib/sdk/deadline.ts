/** A time for a whole exchange, headers and body, beside the caller's own signal. Web APIs only. */

/**
 * Runs `run` with a signal that ends it after `timeoutMs` or when the caller's `signal` does. Throws the caller's reason
 * where that ended it; else what `failed` makes of the error, `isLate` saying whether the time was over.
 */
export async function withDeadline<T>(
  timeoutMs: number,
  signal: AbortSignal | undefined,
  run: (signal: AbortSignal) => Promise<T>,
  failed: (error: unknown, isLate: boolean) => unknown,
): Promise<T> {
  signal?.throwIfAborted();
  const controller = new AbortController();
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    controller.abort();
  }, timeoutMs);
  const onAbort = (): void => controller.abort();
  signal?.addEventListener("abort", onAbort, { once: true });
  try {
    return await run(controller.signal);
  } catch (error) {
    signal?.throwIfAborted();
    throw failed(error, isLate);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener("abort", onAbort);
    // What was not read to its end lets its connection go.
    controller.abort();
  }
}
