/** Stored blocks as they are shown: with their trace, with what the session used of them, in pages. */
import { z } from "zod";
import type { App } from "../context";
import { type AppError, noSuch } from "../contract/errors";
import {
  type InjectedEntry,
  type StoredInjection,
  type InjectionBrief,
  type InjectionFilter,
  type InjectionListQuery,
  type InjectionPage,
  type MemoryInjection,
  type MemoryInjectionListQuery,
  type MemoryInjectionPage,
  TraceEntry,
} from "../contract/inject";
import { requireMemory } from "../memories/query";
import { ById, decodeCursor, encodeCursor, pageOf } from "../paging";
import { projectIdsOf } from "../projects/service";
import { estimateTokens } from "../text/estimate";
import { blocksHolding, type HeldItem, injectionById, itemsOf } from "./injections-query";
import {
  type BlockFilter,
  type BriefRow,
  briefsOf,
  findBlocks,
  idFrom,
  type ItemSums,
  knownSenders,
} from "./list-query";
import { unused } from "./trace";

/** Traces of blocks that were stored before entries had a text of their own. */
const StoredTrace = z.array(
  TraceEntry.extend({ tokens: z.number().int().default(0), text: z.string().nullable().default(null) }),
);

type Use = Pick<InjectedEntry, "used" | "used_turn" | "used_at" | "overlap">;
type ItemUse = Pick<HeldItem["item"], "checkedTurn" | "usedTurn" | "usedAt" | "overlap">;

/** One stored block with its trace, and of each entry whether the session used it; `not_found` when it is gone or never was. */
export function getInjection(app: App, id: number): StoredInjection {
  const stored = injectionById(app.db, id);
  if (stored === undefined) throw noSuchBlock(id);
  const uses = new Map(itemsOf(app.db, id).map((item) => [`${item.entityType}:${item.entityId}`, useOf(item)]));
  const trace = StoredTrace.parse(JSON.parse(stored.trace)).map((entry) => ({
    ...unused(entry),
    ...(entry.included ? uses.get(`${entry.type}:${entry.id}`) : undefined),
  }));
  const [brief] = briefsOf(app.db, [id]).map(toBrief);
  if (brief === undefined) throw noSuchBlock(id);
  return { ...brief, text: stored.text, trace };
}

const noSuchBlock = (id: number): AppError => noSuch("injection", id, "GET /api/injections lists those that are kept.");

/** Stretches of the table that one page looks through for what few blocks have. */
const LOOKS = 2;

/**
 * Stored blocks, newest first, by keyset. An unknown project has none. What few of very many blocks have is looked for a stretch at a
 * time: such a page has fewer rows, or none, and goes on at its `nextCursor`. Throws `validation_failed` for a cursor that is not ours.
 */
export function listInjections(app: App, query: InjectionListQuery): InjectionPage {
  let [before] = decodeCursor("injections", ById, query.cursor) ?? [];
  const filter = filterOf(app, query);
  const ids: number[] = [];
  for (let look = 0; look < LOOKS && ids.length < query.limit; look += 1) {
    const found = findBlocks(app.db, filter, before, query.limit - ids.length);
    ids.push(...found.ids);
    before = found.rest ?? undefined;
    if (before === undefined) break;
  }
  const items = briefsOf(app.db, ids).map(toBrief);
  return { items, nextCursor: before === undefined ? null : encodeCursor("injections", before) };
}

/** What the filters of a list of blocks can be set to. */
export function injectionSenders(app: App): { hosts: string[]; events: string[] } {
  const senders = knownSenders(app.db);
  return {
    hosts: [...new Set(senders.flatMap(({ host }) => host ?? []))],
    events: [...new Set(senders.map(({ event }) => event))],
  };
}

const DAY_MS = 86_400_000;

export function filterOf(app: App, { project, host, event, session, use, from, to }: InjectionFilter): BlockFilter {
  return {
    projectIds: projectIdsOf(app, project),
    host,
    event,
    session,
    use,
    first: from === undefined ? undefined : idFrom(app.db, momentOf(from)),
    last: to === undefined ? undefined : idFrom(app.db, momentOf(to) + (isDate(to) ? DAY_MS : 1)) - 1,
  };
}

const isDate = (time: string | number): boolean => typeof time === "string" && !time.includes("T");
const momentOf = (time: string | number): number => (typeof time === "number" ? time : Date.parse(time));

/** Blocks that held a memory in full or listed it, newest first, by keyset. Throws `not_found` for an unknown memory. */
export function listMemoryInjections(app: App, memoryId: number, query: MemoryInjectionListQuery): MemoryInjectionPage {
  requireMemory(app, memoryId);
  const list = `injections of memory ${memoryId}`;
  const [before] = decodeCursor(list, ById, query.cursor) ?? [];
  const rows = blocksHolding(app.db, memoryId, before, query.limit + 1);
  const { items, nextCursor } = pageOf(rows, query.limit, ({ item }) => encodeCursor(list, item.injectionId));
  return { items: items.map(toMemoryInjection), nextCursor };
}

const useOf = ({ checkedTurn, usedTurn, usedAt, overlap }: ItemUse): Use => ({
  used: usedTurn !== null ? true : checkedTurn === null ? null : false,
  used_turn: usedTurn,
  used_at: usedAt,
  overlap,
});

const toMemoryInjection = ({ item, row, project }: HeldItem): MemoryInjection => ({
  injection_id: row.id,
  created_at: row.createdAt,
  event: row.event,
  host: row.host,
  session: row.hostSessionId,
  project_id: row.projectId,
  project,
  layer: item.layer,
  revision: item.revision,
  chars: item.chars,
  ...useOf(item),
});

const toBrief = (row: BriefRow): InjectionBrief => ({
  id: row.id,
  project_id: row.projectId,
  project: row.project,
  branch: row.branch,
  host: row.host,
  session: row.hostSessionId,
  session_id: row.sessionId,
  event: row.event,
  chars: row.chars,
  tokens: estimateTokens(row.chars),
  created_at: row.createdAt,
  items: row.items,
  told: row.told,
  compared: row.compared,
  used: row.used,
  use: stateOf(row),
});

export const stateOf = ({ compared, used }: ItemSums): InjectionBrief["use"] =>
  used > 0 ? "used" : compared > 0 ? "unused" : "waiting";
