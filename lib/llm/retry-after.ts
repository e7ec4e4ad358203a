/** `Retry-After`: seconds or an HTTP date. */

/** Milliseconds from `now`, never negative; null when the header is missing or says neither. */
export function retryAfterMs(header: string | null, now: number): number | null {
  const text = header?.trim() ?? "";
  if (/^\d{1,9}(?:\.\d{1,9})?$/.test(text)) return Math.ceil(Number(text) * 1000);
  // Date.parse takes much that is no date; the three forms of HTTP all begin with a weekday.
  const time = /^[A-Z][a-z]{2}/.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(time) ? null : Math.max(0, time - now);
}
