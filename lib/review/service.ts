/** What waits for a person: the list, and one memory's part of it. */
import { z } from "zod";
import type { App } from "../context";
import { type AppError, noSuch } from "../contract/errors";
import { PairCandidate, type ReviewItem, type ReviewPage, type ReviewPair, type ReviewQuery } from "../contract/review";
import { stringList } from "../db/json";
import { getMemory } from "../memories/query";
import { decodeCursor, encodeCursor, pageOf } from "../paging";
import { resolveProjects } from "../projects/service";
import { parseJson } from "../text/json-value";
import { countWaiting, listWaiting } from "./list-query";
import { findPair, type MemoryPairRow, openPairsOf } from "./repo";

const LIST = "review";
/** Time, rank and id of the last one shown. */
const Place = z.tuple([z.number().int(), z.number().int(), z.number().int()]);

/**
 * A page by keyset, newest first: open pairs with both texts, and memories that are pending, quarantined or held. A pair
 * of which one half is out of force is left out. `project` names one or several projects, `global` those of none; an
 * unknown name finds nothing.
 */
export function listReview(app: App, query: ReviewQuery): ReviewPage {
  const projectIds = query.project === undefined ? null : projectIdsOf(app, query.project);
  const now = app.now();
  const after = decodeCursor(LIST, Place, query.cursor) ?? null;
  const found = listWaiting(app.db, { projectIds, now, kind: query.kind ?? null, after, limit: query.limit + 1 });
  const { items, nextCursor } = pageOf(found, query.limit, ({ at, type, id }) =>
    encodeCursor(LIST, at, type === "memory" ? 1 : 0, id),
  );
  const counts = countWaiting(app.db, { projectIds, now });
  return {
    items: items.flatMap(({ kind, type, id }): ReviewItem[] => {
      if (type === "pair") return [{ type, kind, pair: requirePair(app, id) }];
      const memory = getMemory(app, id);
      return memory === undefined ? [] : [{ type, kind, memory }];
    }),
    nextCursor,
    counts,
    total: Object.values(counts).reduce((sum, count) => sum + count, 0),
  };
}

const projectIdsOf = (app: App, ref: string): number[] =>
  ref.trim().toLowerCase() === "global" ? [0] : resolveProjects(app, ref).map((project) => project.id);

/** Open pairs that this memory is a half of, stale ones left out. */
export const pairsOfMemory = (app: App, memoryId: number): ReviewPair[] =>
  openPairsOf(app.db, memoryId)
    .map((row) => toPair(app, row))
    .filter((pair) => !pair.stale);

/** Throws `not_found`. */
export function requirePair(app: App, id: number): ReviewPair {
  const row = findPair(app.db, id);
  if (row === undefined) throw noPair(id);
  return toPair(app, row);
}

export const noPair = (id: number): AppError => noSuch("pair", id, "GET /api/review and `keepsake review` list them.");

/** null where the column holds anything else than what was written there, e.g. after a deletion for good. */
export const candidateOf = (row: MemoryPairRow): PairCandidate | null =>
  row.candidate === null ? null : (PairCandidate.safeParse(parseJson(row.candidate)).data ?? null);

function toPair(app: App, row: MemoryPairRow): ReviewPair {
  const older = getMemory(app, row.olderId) ?? null;
  const newer = row.newerId === 0 ? null : (getMemory(app, row.newerId) ?? null);
  const candidate = candidateOf(row);
  const isLive = (memory: typeof older): boolean =>
    memory !== null && memory.status === "active" && (memory.expires_at === null || memory.expires_at > app.now());
  return {
    id: row.id,
    kind: row.kind,
    status: row.status,
    resolution: row.resolution,
    stale: row.status === "open" && !(isLive(older) && (row.newerId === 0 ? candidate !== null : isLive(newer))),
    project_id: row.projectId,
    reasons: stringList(row.reasons),
    similarity: row.similarity,
    older,
    newer,
    candidate,
    actor: { kind: row.actorKind, name: row.actorName },
    created_at: row.createdAt,
    updated_at: row.updatedAt,
    revision: row.revision,
  };
}
