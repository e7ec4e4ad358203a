/** What the timeline's page shows: its address, the first entries, the bars, and what it can be narrowed to. */
import type { z } from "zod";
import type { App } from "@/lib/context";
import {
  DEFAULT_KINDS,
  TIMELINE_KINDS,
  TimelineEntriesQuery,
  type TimelineEntryPage,
  type TimelineKind,
} from "@/lib/contract/timeline-entries";
import { momentOf } from "@/lib/timeline/filters";
import { timelineEntries } from "@/lib/timeline/entries";
import { wholeEntry } from "@/lib/timeline/whole";
import { parsePeek } from "@/components/timeline/place";
import type { WholeEntry } from "@/lib/contract/timeline-entries";
import { flatten, parseParams, type RawParams } from "./params";

export type TimelineMode = "all" | "sessions";

export interface TimelineAddress {
  query: z.infer<typeof TimelineEntriesQuery>;
  mode: TimelineMode;
  chosen: readonly TimelineKind[];
  peek: { kind: TimelineKind; id: number } | null;
  /** Milliseconds at which the list begins. */
  at: number | null;
  /** The query string as it is. */
  search: string;
  /** Something narrows it down, so that an empty list is no empty store. */
  isNarrowed: boolean;
}

/** Rows of the kinds in the order in which a person looks for them. */
export const SHOWN_KINDS: readonly TimelineKind[] = [
  "session",
  "prompt",
  "message",
  "tool",
  "observation",
  "summary",
  "reflection",
  "task",
  "memory",
];

const PAGE = 50;
/** How long the first page is looked for where little passes the filters; the browser then goes on. */
const PATIENCE_MS = 2000;

export function readAddress(raw: RawParams, zone: string): TimelineAddress {
  const flat = flatten(raw);
  const mode: TimelineMode = flat["as"] === "sessions" ? "sessions" : "all";
  const parsed = parseParams(TimelineEntriesQuery, { ...flat, zone, cursor: undefined, limit: undefined });
  const kinds = parsed.kind === undefined || parsed.kind.length === 0 ? DEFAULT_KINDS : parsed.kind;
  const chosen = mode === "sessions" ? (["session"] as const) : kinds;
  const query = { ...parsed, kind: [...chosen], limit: PAGE };
  return {
    query,
    mode,
    chosen,
    peek: parsePeek(flat["peek"], TIMELINE_KINDS),
    at: momentOf(query.at, zone, "end"),
    search: new URLSearchParams(flat).toString(),
    isNarrowed: ["q", "host", "branch", "file", "from", "to", "at", "kind", "project"].some(
      (name) => flat[name] !== undefined,
    ),
  };
}

/** As the API takes it from the browser. */
export const askedOf = ({ query }: TimelineAddress): Record<string, string | number> =>
  Object.fromEntries(
    Object.entries({ ...query, kind: query.kind?.join(","), limit: undefined, cursor: undefined }).filter(
      (entry): entry is [string, string | number] => entry[1] !== undefined,
    ),
  );

/** Goes on behind empty pages for a while. */
export async function firstEntries(app: App, query: TimelineAddress["query"]): Promise<TimelineEntryPage> {
  const begin = performance.now();
  let page = await timelineEntries(app, query);
  while (page.items.length === 0 && page.nextCursor !== null && performance.now() - begin < PATIENCE_MS) {
    page = await timelineEntries(app, { ...query, cursor: page.nextCursor });
  }
  return page;
}

/** null = not there any more. */
export function peeked(app: App, { kind, id }: { kind: TimelineKind; id: number }): WholeEntry | null {
  return wholeEntry(app, kind, id);
}
