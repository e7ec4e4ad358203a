/** The time zone of the person, as the browser left it in a cookie (components/time/time-context). Pure. */

/** UTC for none, and for one that this Node does not know. */
export function readZone(cookie: string | undefined): string {
  if (cookie === undefined || cookie.length > 100) return "UTC";
  try {
    return new Intl.DateTimeFormat("en", { timeZone: cookie }).resolvedOptions().timeZone;
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return "UTC";
  }
}
