/** What to do with a value whose key may already have an active memory (E43, E44): pure. */

export type Decision = "add" | "skip" | "replace" | "conflict";

const LONGER_BY = 1.5;
/** Classes of detail; a value that shows more of them is the more specific one. */
const MARKERS = [/\d/, /\d{4}\s*[-/.年]\s*\d{1,2}/, /https?:\/\//i, /具体|明确|确认/];

/** `isExplicit`: a person's word, or an agent that says it replaces on purpose. */
export function decideConflict(active: string | null, value: string, isExplicit: boolean): Decision {
  if (active === null) return "add";
  if (active.trim() === value.trim()) return "skip";
  return isExplicit || isMoreSpecific(value, active) ? "replace" : "conflict";
}

/** At least half again as long, or more of the four marker classes (E44). */
export function isMoreSpecific(value: string, active: string): boolean {
  const [next, old] = [value.trim(), active.trim()];
  return [...next].length >= LONGER_BY * [...old].length || countMarkers(next) > countMarkers(old);
}

const countMarkers = (text: string): number => MARKERS.filter((marker) => marker.test(text)).length;
