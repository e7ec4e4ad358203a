/** Stored blocks as they are shown: with their trace, with what the session used of them, in pages. */
import { z } from "zod";
import type { App } from "../context";
import { noSuch } from "../contract/errors";
import {
  type InjectedEntry,
  type Injection,
  type InjectionBrief,
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
import {
  type BriefInjection,
  blocksHolding,
  type HeldItem,
  injectionById,
  itemsOf,
  listInjectionRows,
} from "./injections-query";
import { unused } from "./trace";

/** Traces of blocks that were stored before entries had a text of their own. */
const StoredTrace = z.array(
  TraceEntry.extend({ tokens: z.number().int().default(0), text: z.string().nullable().default(null) }),
);

type Use = Pick<InjectedEntry, "used" | "used_turn" | "used_at" | "overlap">;
type ItemUse = Pick<HeldItem["item"], "checkedTurn" | "usedTurn" | "usedAt" | "overlap">;

/** One stored block with its trace, and of each entry whether the session used it; `not_found` when it is gone or never was. */
export function getInjection(app: App, id: number): Injection {
  const stored = injectionById(app.db, id);
  if (stored === undefined) {
    throw noSuch("injection", id, "GET /api/injections lists those that are kept.");
  }
  const uses = new Map(itemsOf(app.db, id).map((item) => [`${item.entityType}:${item.entityId}`, useOf(item)]));
  const trace = StoredTrace.parse(JSON.parse(stored.row.trace)).map((entry) => ({
    ...unused(entry),
    ...(entry.included ? uses.get(`${entry.type}:${entry.id}`) : undefined),
  }));
  return { ...toBrief(stored), text: stored.row.text, trace };
}

/** Stored blocks, newest first, by keyset. An unknown project has none. */
export function listInjections(app: App, query: InjectionListQuery): InjectionPage {
  const [before] = decodeCursor("injections", ById, query.cursor) ?? [];
  const rows = listInjectionRows(app.db, projectIdsOf(app, query.project), before, query.limit + 1);
  const { items, nextCursor } = pageOf(rows, query.limit, ({ row }) => encodeCursor("injections", row.id));
  return { items: items.map(toBrief), nextCursor };
}

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

const toBrief = ({ row, project }: BriefInjection): InjectionBrief => ({
  id: row.id,
  project_id: row.projectId,
  project,
  branch: row.branch,
  host: row.host,
  session: row.hostSessionId,
  event: row.event,
  chars: row.chars,
  tokens: estimateTokens(row.chars),
  created_at: row.createdAt,
});
