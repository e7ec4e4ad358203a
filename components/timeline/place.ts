/** Addresses of the timeline's entries. Pure. */
import type { TimelineEntry, TimelineKind } from "@/lib/contract/timeline-entries";
import { hrefWith, type ReadableParams } from "../url";

export const PATH = "/timeline";
/** Parameters that another filter makes meaningless. */
export const RESETS = ["cursor", "peek", "at"];

export const entryKey = ({ kind, id }: Pick<TimelineEntry, "kind" | "id">): string => `${kind}:${id}`;

/** The page of the session, at the turn, with the event unfolded. */
export function sessionHref(session: number, turn: number | null, event?: number): string {
  if (turn === null) return `/session/${session}`;
  const mark = event === undefined ? `#turn-${turn}` : `#event-${event}`;
  return `${hrefWith(`/session/${session}`, "", { turn, event })}${mark}`;
}

/** Opens the entry beside the list; a session opens itself. */
export function entryHref(entry: TimelineEntry, params: ReadableParams | string): string {
  return entry.kind === "session" ? `/session/${entry.id}` : hrefWith(PATH, params, { peek: entryKey(entry) });
}

/** `observation:12`; null for anything else. */
export function parsePeek(
  value: string | undefined,
  kinds: readonly TimelineKind[],
): { kind: TimelineKind; id: number } | null {
  const [, name, digits] = /^([a-z]+):([1-9]\d{0,15})$/.exec(value ?? "") ?? [];
  const kind = kinds.find((one) => one === name);
  const id = Number(digits);
  return kind === undefined || !Number.isSafeInteger(id) ? null : { kind, id };
}
