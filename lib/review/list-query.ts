/** Reads of what waits for a person, one kind at a time, each along an index of its own; and counts of it. */
import type { Handle } from "../context";
import type { ReviewKind } from "../contract/review";
import { prepared } from "../db/prepared";
import { cameInLately } from "../memories/came-in-query";
import type { ReviewBounds } from "./bounds";

export interface WaitingRow {
  kind: ReviewKind;
  id: number;
  /** What its kind is ordered by. */
  sort: number;
}

const LIVE = (row: string): string =>
  `${row}.status = 'active' AND (${row}.expires_at IS NULL OR ${row}.expires_at > $now)`;
/** In force, and neither held back nor a session's log, which comes and goes by itself. */
const SOUND = (row: string): string =>
  `${LIVE(row)} AND ${row}.review_state IS NULL AND ${row}.key NOT LIKE '%:progress:log:%'`;

/** Both halves in force: with one of them gone there is nothing to decide until it comes back. */
const PAIRS = (kind: string): Source => ({
  from: `memory_pairs p JOIN memories o ON o.id = p.older_id LEFT JOIN memories n ON n.id = p.newer_id`,
  where: `p.status = 'open' AND p.kind = '${kind}' AND ${LIVE("o")} AND (p.newer_id = 0 OR (${LIVE("n")}))`,
  id: "p.id",
  sort: "p.id",
  order: "DESC",
  project: "p.project_id",
  sources: "iif(p.newer_id = 0, json_extract(p.candidate, '$.sources'), n.sources)",
});

const HELD_BACK = (where: string): Source => ({
  from: "memories m",
  where: `m.review_state IS NOT NULL AND ${where} AND ${LIVE("m")}`,
  id: "m.id",
  sort: "m.created_at",
  order: "DESC",
  project: "m.project_id",
  sources: "m.sources",
});

const SOUND_ONES = (where: string, sort: string): Source => ({
  from: "memories m",
  where: `${SOUND("m")} AND ${where}`,
  id: "m.id",
  sort,
  order: "ASC",
  project: "m.project_id",
  sources: "m.sources",
});

/** Of what was compared: about a memory that was written since it says nothing any more. By time, not by revision: Undo brings the question back. */
const FINDINGS = (kind: string, join = "", where = ""): Source => ({
  from: `review_findings f JOIN memories m ON m.id = f.memory_id ${join}`,
  where: `f.status = 'open' AND f.kind = '${kind}' AND ${SOUND("m")} AND m.updated_at <= f.updated_at ${where}`,
  id: "f.id",
  sort: "f.id",
  order: "DESC",
  project: "m.project_id",
  sources: "m.sources",
});

interface Source {
  from: string;
  where: string;
  id: string;
  sort: string;
  order: "ASC" | "DESC";
  project: string;
  /** JSON of the sources that say which session it comes from. */
  sources: string;
}

/** A memory in conflict is shown with the pair that says with what; alone when nothing stands against it. */
const NOTHING_AGAINST = `NOT EXISTS (SELECT 1 FROM memory_pairs p
  JOIN memories o ON o.id = p.older_id LEFT JOIN memories n ON n.id = p.newer_id
  WHERE (p.older_id = m.id OR p.newer_id = m.id) AND p.status = 'open' AND p.kind = 'conflict'
    AND ${LIVE("o")} AND (p.newer_id = 0 OR (${LIVE("n")})))`;

/** A person's "keep" holds for as long as it takes to become unused. */
const NOT_KEPT = `NOT EXISTS (SELECT 1 FROM review_findings f WHERE f.kind = 'unused' AND f.memory_id = m.id
  AND f.other_id = 0 AND f.status = 'dismissed' AND f.updated_at > $unusedSince)`;

/** What is always injected or only listed is not used by being injected. */
const UNUSED = `m.tier = 'normal' AND m.created_at <= $unusedSince AND m.updated_at <= $unusedSince
  AND (m.last_accessed IS NULL OR m.last_accessed <= $unusedSince) AND ${NOT_KEPT}
  AND NOT (m.last_accessed IS NULL AND ${cameInLately("m", "$unusedSince")})`;

const SOURCES: Record<ReviewKind, Source> = {
  conflict: PAIRS("conflict"),
  supersedes: PAIRS("supersedes"),
  instruction: HELD_BACK("m.review_state = 'quarantined' AND m.id NOT IN (SELECT value FROM json_each($secrets))"),
  secret: HELD_BACK("m.review_state = 'quarantined' AND m.id IN (SELECT value FROM json_each($secrets))"),
  pending: HELD_BACK("m.review_state = 'pending'"),
  held: HELD_BACK(`m.review_state = 'conflict' AND ${NOTHING_AGAINST}`),
  near_duplicate: FINDINGS(
    "near_duplicate",
    "JOIN memories o ON o.id = f.other_id",
    `AND ${SOUND("o")} AND o.updated_at <= f.updated_at`,
  ),
  file_changed: FINDINGS("file_changed"),
  expiring: SOUND_ONES("m.expires_at > $now AND m.expires_at <= $expiringUntil", "m.expires_at"),
  low_confidence: SOUND_ONES("m.confidence < $lowConfidence", "m.confidence"),
  unused: SOUND_ONES(UNUSED, "m.id"),
};

export interface WaitingFilter {
  projectIds: number[] | null;
  bounds: ReviewBounds;
  /** Ids of quarantined memories that look like a secret. */
  secrets: number[];
  /** Which session it comes from; null = any. */
  session?: number | null;
  /** Of `file_changed`. */
  file?: string | null;
}

const restOf = ({ project, sources }: Source, kind: ReviewKind): string => `
  AND ($projectIds IS NULL OR ${project} IN (SELECT value FROM json_each($projectIds)))
  AND ($session IS NULL OR json_extract(${sources}, '$[0].session_id') = $session)
  ${kind === "file_changed" ? "AND ($file IS NULL OR json_extract(f.detail, '$.file') = $file)" : ""}`;

/** Each statement takes of these what it names. */
const valuesFor = ({ projectIds, bounds, secrets, session, file }: WaitingFilter) => ({
  ...bounds,
  projectIds: projectIds === null ? null : JSON.stringify(projectIds),
  secrets: JSON.stringify(secrets),
  session: session ?? null,
  file: file ?? null,
});

/** Of one kind, in its order: what expires first, what is least sure, what is oldest unused; else the newest first. `after` = sort and id of the last one shown. */
export function listWaiting(
  handle: Handle,
  kind: ReviewKind,
  filter: WaitingFilter,
  after: readonly [sort: number, id: number] | null,
  limit: number,
): WaitingRow[] {
  const source = SOURCES[kind];
  const { from, where, id, sort, order } = source;
  const beyond = order === "ASC" ? ">" : "<";
  const rows = prepared(
    handle,
    `SELECT ${id} AS id, ${sort} AS sort FROM ${from} WHERE ${where} ${restOf(source, kind)}
     ${after === null ? "" : `AND (${sort}, ${id}) ${beyond} ($sort, $id)`}
     ORDER BY ${sort} ${order}, ${id} ${order} LIMIT $limit`,
  ).all({
    ...valuesFor(filter),
    ...(after === null ? {} : { sort: after[0], id: after[1] }),
    limit,
  }) as Omit<WaitingRow, "kind">[];
  return rows.map((row) => ({ ...row, kind }));
}

export function countWaiting(handle: Handle, kind: ReviewKind, filter: WaitingFilter): number {
  const source = SOURCES[kind];
  const text = `SELECT count(*) FROM ${source.from} WHERE ${source.where} ${restOf(source, kind)}`;
  return Number(prepared(handle, text).pluck().get(valuesFor(filter)));
}

/** True when the item still waits; whatever project it is of. */
export function stillWaits(handle: Handle, kind: ReviewKind, id: number, filter: WaitingFilter): boolean {
  const { from, where, id: column } = SOURCES[kind];
  const found = prepared(handle, `SELECT 1 FROM ${from} WHERE ${column} = $id AND ${where}`).get({
    ...valuesFor(filter),
    id,
  });
  return found !== undefined;
}

export const quarantined = (handle: Handle): { id: number; revision: number }[] =>
  prepared(
    handle,
    "SELECT id, revision FROM memories WHERE review_state IS NOT NULL AND review_state = 'quarantined' AND status = 'active'",
  ).all() as { id: number; revision: number }[];

export function valuesOf(handle: Handle, ids: number[]): Map<number, string> {
  if (ids.length === 0) return new Map();
  const rows = prepared(handle, "SELECT id, value FROM memories WHERE id IN (SELECT value FROM json_each($ids))").all({
    ids: JSON.stringify(ids),
  }) as { id: number; value: string }[];
  return new Map(rows.map(({ id, value }) => [id, value]));
}

/** How a scope is called in a query; null = there is no such project. */
export function projectKey(handle: Handle, projectId: number): string | null {
  if (projectId === 0) return "global";
  return (
    (prepared(handle, "SELECT key FROM projects WHERE id = ?").pluck().get(projectId) as string | undefined) ?? null
  );
}
