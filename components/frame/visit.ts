/** When the person last looked: what "new since then" is counted from. Pure; the cookie is read on the server and written in the browser. */

export const VISIT_COOKIE = "keepsake-visit";
/** A visit ends when nothing was opened for so long. */
export const VISIT_MS = 30 * 60_000;
export const VISIT_MAX_AGE = 365 * 24 * 60 * 60;

export interface Visit {
  /** End of the visit before this one; null = this is the first. */
  since: number | null;
  /** When a view was last opened in this one. */
  last: number;
}

const LATEST = 8_640_000_000_000_000;

/** null for what is no visit: nothing of it is believed then. */
export function parseVisit(text: string | undefined): Visit | null {
  const [, since, last] = /^(\d{1,16}|-)\.(\d{1,16})$/.exec(text ?? "") ?? [];
  if (since === undefined || last === undefined) return null;
  const visit = { since: since === "-" ? null : Number(since), last: Number(last) };
  return visit.last > LATEST || (visit.since ?? 0) > visit.last ? null : visit;
}

export const formatVisit = ({ since, last }: Visit): string => `${since ?? "-"}.${last}`;

/** The visit that a view opened at `now` belongs to. A clock that was set back begins a new one at that time. */
export function nextVisit(visit: Visit | null, now: number): Visit {
  if (visit === null) return { since: null, last: now };
  if (visit.last > now) return { since: Math.min(visit.since ?? now, now), last: now };
  return { since: now - visit.last > VISIT_MS ? visit.last : visit.since, last: now };
}
