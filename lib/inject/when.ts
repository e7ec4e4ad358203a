/** Times as the block shows them: in the zone of this process, each with its offset, days by that zone's calendar (I12). */

const two = (value: number): string => String(value).padStart(2, "0");

/** `+09:00`. Minutes east of UTC at that moment, so summer time is right. */
function offset(date: Date): string {
  const minutes = -date.getTimezoneOffset();
  const size = Math.abs(minutes);
  return `${minutes < 0 ? "-" : "+"}${two(Math.floor(size / 60))}:${two(size % 60)}`;
}

/** `2026-05-11`. */
export function dayOf(at: number): string {
  const date = new Date(at);
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

/** `08:55+09:00`. */
export function clockOf(at: number): string {
  const date = new Date(at);
  return `${two(date.getHours())}:${two(date.getMinutes())}${offset(date)}`;
}

/** `2026-05-11 08:55+09:00`. */
export const momentOf = (at: number): string => `${dayOf(at)} ${clockOf(at)}`;

/** `2026-05-11, today`, `2026-05-10, yesterday`, `2026-05-01, 10 days ago`. */
export function dayHeading(at: number, now: number): string {
  const day = dayOf(at);
  const distance = daysBetween(day, dayOf(now));
  if (distance < 0) return day;
  if (distance === 0) return `${day}, today`;
  return distance === 1 ? `${day}, yesterday` : `${day}, ${distance} days ago`;
}

/** Calendar days from the first to the second `YYYY-MM-DD`. */
export const daysBetween = (from: string, to: string): number =>
  Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / 86_400_000);
