/** Rows of one source before a place in time, newest first: from its index, in bounded steps where filters look into the rows. */
import type { Handle } from "../context";
import { stringList } from "../db/json";
import { prepared } from "../db/prepared";
import type { IdSet } from "./id-set";
import type { Place, Source } from "./sources";

/** What a row must have beside its kind; null = anything. */
export interface RowFilters {
  projectIds: number[] | null;
  host: string | null;
  branch: string | null;
  /** Milliseconds, inclusive; rows before are left out. */
  since: number;
  file: FileFilter | null;
  /** Ids of the rows that hold the words that are asked for, by table; null = none are asked for. */
  holding: ReadonlyMap<string, IdSet> | null;
}

export interface FileFilter {
  /** FTS5 expression that every row holds which names the file; empty = the name has no words. */
  words: string;
  /** A part of the path as it stands in the column, lower case; empty = anything may be it. */
  part: string;
  isNamed: (files: string[], projectId: number) => boolean;
}

/** `id` exclusive: rows of that moment with a lower id still come. */
export interface Edge {
  at: number;
  id: number;
}

export interface Row {
  id: number;
  at: number;
  sessionId: number | null;
  turn: number | null;
}

export interface Walked {
  rows: Row[];
  /** Up to where nothing is missing; null = to the end. */
  edge: Edge | null;
}

/** Rows that one step looks into. */
const STEP = 2_000;
/** Rows that are looked at one by one because few bear a word; more are walked in the order of time. */
export const MAX_CANDIDATES = 2_000;
export const LAST_ID = Number.MAX_SAFE_INTEGER;

const SESSION = { sessions: "r.id", memories: "NULL" } as const;
const TURN = {
  sessions: "NULL",
  memories: "NULL",
  reflections: "NULL",
  tasks: "NULL",
  prompts: "r.prompt_number",
} as const;
const WORDS = { observations: "observation_words", summaries: "summary_words", events: "event_words" } as const;
/** Indexes that begin with the session. */
const OF_SESSION = {
  prompts: "prompts_session",
  events: "events_turn",
  observations: "observations_turn",
  summaries: "summaries_turn",
  reflections: "reflections_session",
  tasks: "tasks_session",
} as const;

const pick = (map: object, table: string, fallback: string): string =>
  (map as Record<string, string | undefined>)[table] ?? fallback;

export const sessionOf = (source: Source): string => pick(SESSION, source.table, "r.session_id");
const turnOf = (source: Source): string => pick(TURN, source.table, "r.turn");

/** What has to be looked up in the row; `byProject` = the index answers for the project already. */
export function conditions(source: Source, filters: RowFilters, byProject: boolean): string[] {
  const found: string[] = [];
  if (filters.projectIds !== null && !byProject) {
    found.push("r.project_id IN (SELECT value FROM json_each($projects))");
  }
  if (filters.branch !== null) found.push("r.branch = $branch");
  if (filters.host !== null) {
    found.push(
      source.table === "sessions" || source.table === "memories"
        ? "r.host = $host"
        : "EXISTS (SELECT 1 FROM sessions s WHERE s.id = r.session_id AND s.host = $host)",
    );
  }
  if (filters.file !== null && filters.file.part !== "" && source.files.length > 0) {
    found.push(`(${source.files.map((column) => `instr(lower(r.${column}), $part) > 0`).join(" OR ")})`);
  }
  return found;
}

const aliveOf = (source: Source): string[] => (source.alive === null ? [] : [source.alive]);

export const valuesOf = ({ projectIds, host, branch, file }: RowFilters): Record<string, unknown> => ({
  ...(projectIds === null ? {} : { projects: JSON.stringify(projectIds) }),
  ...(host === null ? {} : { host }),
  ...(branch === null ? {} : { branch }),
  ...(file === null || file.part === "" ? {} : { part: file.part }),
});

/** The rows of `where` before $at and $id, in the order of the index: none is sorted. */
export function walkSql(source: Source, byProject: boolean, where: readonly string[], withFiles = false): string {
  const { table, at, prefix, index, projectIndex } = source;
  const files = withFiles ? fileColumns(source) : "";
  return `SELECT r.id, r.${at} AS at, ${sessionOf(source)} AS sessionId, ${turnOf(source)} AS turn, r.project_id AS projectId${files}
    FROM ${table} r INDEXED BY ${byProject ? (projectIndex ?? index) : index}
    WHERE ${[...(byProject ? ["r.project_id = $project"] : []), prefix].join(" AND ")}
      AND r.${at} <= $at AND r.${at} >= $since AND (r.${at} < $at OR r.id < $id)${where.map((one) => ` AND ${one}`).join("")}
    ORDER BY r.${at} DESC, r.id DESC LIMIT $limit`;
}

/** Where a step ends: the row so many places on, from the index alone. */
export function stepSql(source: Source, byProject: boolean): string {
  const { table, at, prefix, index, projectIndex } = source;
  return `SELECT r.id, r.${at} AS at FROM ${table} r INDEXED BY ${byProject ? (projectIndex ?? index) : index}
    WHERE ${[...(byProject ? ["r.project_id = $project"] : []), prefix].join(" AND ")}
      AND r.${at} <= $at AND r.${at} >= $since AND (r.${at} < $at OR r.id < $id)
    ORDER BY r.${at} DESC, r.id DESC LIMIT 1 OFFSET ${STEP - 1}`;
}

const fileColumns = ({ files }: Source): string => files.map((column, i) => `, r.${column} AS files${i}`).join("");

type Found = Row & { projectId: number; files0?: string; files1?: string };

/** At most `limit` rows before `edge`, newest first, and how far was looked. */
export function walk(handle: Handle, source: Source, filters: RowFilters, edge: Edge, limit: number): Walked {
  const byProject = filters.projectIds !== null && source.projectIndex !== null;
  if (!byProject || filters.projectIds === null) return walkOne(handle, source, filters, edge, limit, null);
  const parts = filters.projectIds.map((project) => walkOne(handle, source, filters, edge, limit, project));
  return joined(parts);
}

/** Several walks as one: nothing below the nearest of their ends is known to be whole. */
export function joined(parts: readonly Walked[]): Walked {
  const edges = parts.flatMap((part) => (part.edge === null ? [] : [part.edge]));
  const edge = edges.sort((a, b) => b.at - a.at || b.id - a.id)[0] ?? null;
  const rows = parts.flatMap((part) => part.rows).filter((row) => edge === null || isAtOrAbove(row, edge));
  return { rows: rows.sort((a, b) => b.at - a.at || b.id - a.id), edge };
}

const isAtOrAbove = (row: Row, edge: Edge): boolean => row.at > edge.at || (row.at === edge.at && row.id >= edge.id);

function walkOne(
  handle: Handle,
  source: Source,
  filters: RowFilters,
  edge: Edge,
  limit: number,
  project: number | null,
): Walked {
  const byProject = project !== null;
  const where = [...conditions(source, filters, byProject), ...aliveOf(source)];
  const values = {
    ...valuesOf(filters),
    ...(byProject ? { project } : {}),
    since: filters.since,
  };
  const bounds = { at: edge.at, id: edge.id };
  const own = byProject ? without(values, "projects") : values;
  const holds = filters.holding?.get(source.table) ?? null;
  const end =
    where.length > 0 || holds !== null
      ? (prepared(handle, stepSql(source, byProject)).get({ ...only(own, "project", "since"), ...bounds }) as
          Edge | undefined)
      : undefined;
  const sql = walkSql(
    source,
    byProject,
    [...where, ...(end === undefined ? [] : [aboveEnd(source)])],
    filters.file !== null,
  );
  const statement = prepared(handle, sql);
  const all = {
    ...own,
    ...bounds,
    // One lower bound: of two, the index may take the farther.
    ...(end === undefined ? {} : { since: end.at, endId: end.id }),
    limit: filters.file === null && holds === null && Number.isFinite(limit) ? limit : -1,
  };
  const rows: Row[] = [];
  for (const found of statement.iterate(all) as Iterable<Found>) {
    if (holds?.has(found.id) === false) continue;
    if (filters.file !== null && !isNamedBy(filters.file, found)) continue;
    rows.push(toRow(found));
    if (rows.length === limit) return { rows, edge: { at: found.at, id: found.id } };
  }
  return { rows, edge: end ?? null };
}

const aboveEnd = ({ at }: Source): string => `(r.${at} > $since OR r.id >= $endId)`;

/** Rows among `ids`, which were found another way and hold the words, as {@link walk} answers them. */
export function walkAmong(
  handle: Handle,
  source: Source,
  filters: RowFilters,
  edge: Edge,
  limit: number,
  ids: readonly number[],
): Walked {
  const where = [source.prefix, ...conditions(source, filters, false), ...aliveOf(source)];
  const { table, at } = source;
  const rows = prepared(
    handle,
    `SELECT r.id, r.${at} AS at, ${sessionOf(source)} AS sessionId, ${turnOf(source)} AS turn, r.project_id AS projectId${fileColumns(source)}
     FROM json_each($ids) i CROSS JOIN ${table} r ON r.id = i.value
     WHERE r.${at} <= $at AND r.${at} >= $since AND (r.${at} < $at OR r.id < $id) AND ${where.join(" AND ")}
     ORDER BY r.${at} DESC, r.id DESC LIMIT $limit`,
  ).all({
    ...valuesOf(filters),
    since: filters.since,
    ...edge,
    ids: JSON.stringify(ids),
    limit: filters.file === null && Number.isFinite(limit) ? limit + 1 : -1,
  }) as Found[];
  const { file } = filters;
  const wanted = file === null || source.files.length === 0 ? rows : rows.filter((row) => isNamedBy(file, row));
  const shown = wanted.slice(0, limit).map(toRow);
  const last = shown.at(-1);
  return { rows: shown, edge: wanted.length > limit && last !== undefined ? { at: last.at, id: last.id } : null };
}

/** Ids of rows that hold the words; null = more than are looked at one by one, or there are no words. */
export function idsByWords(handle: Handle, source: Source, words: string): number[] | null {
  const table = pick(WORDS, source.table, "");
  if (words === "" || table === "") return null;
  const ids = prepared(handle, `SELECT rowid FROM ${table} WHERE ${table} MATCH $words LIMIT ${MAX_CANDIDATES + 1}`)
    .pluck()
    .all({ words }) as number[];
  return ids.length > MAX_CANDIDATES ? null : ids;
}

/** Rows of the sessions of a host, where those are few; null = they are many, or rows name their host themselves. */
export function idsOfHost(handle: Handle, source: Source, host: string): number[] | null {
  const index = pick(OF_SESSION, source.table, "");
  if (index === "") return null;
  const ids = prepared(
    handle,
    `SELECT r.id FROM sessions s INDEXED BY sessions_host_id CROSS JOIN ${source.table} r INDEXED BY ${index} ON r.session_id = s.id
     WHERE s.host = $host LIMIT ${MAX_CANDIDATES + 1}`,
  )
    .pluck()
    .all({ host }) as number[];
  return ids.length > MAX_CANDIDATES ? null : ids;
}

const isNamedBy = ({ isNamed }: FileFilter, { files0, files1, projectId }: Found): boolean =>
  isNamed([...stringList(files0 ?? "[]"), ...stringList(files1 ?? "[]")], projectId);

const toRow = ({ id, at, sessionId, turn }: Found): Row => ({ id, at, sessionId, turn });

const only = (values: Record<string, unknown>, ...names: string[]): Record<string, unknown> =>
  Object.fromEntries(Object.entries(values).filter(([name]) => names.includes(name)));

const without = (values: Record<string, unknown>, name: string): Record<string, unknown> =>
  Object.fromEntries(Object.entries(values).filter(([key]) => key !== name));

/** Where the rows of a source go on behind a place: rows of another kind of that moment stand all before it or all behind it. */
export function edgeFor(rank: number, place: Place): Edge {
  return { at: place.at, id: rank === place.rank ? place.id : rank < place.rank ? LAST_ID : 0 };
}

/** Sessions of the rows among `ids` that pass; null = of the newest rows instead. */
export function sessionsAmong(
  handle: Handle,
  source: Source,
  filters: RowFilters,
  edge: Edge,
  ids: readonly number[] | null,
): number[] {
  const { rows } =
    ids === null
      ? walk(handle, source, filters, edge, MAX_CANDIDATES)
      : walkAmong(handle, source, filters, edge, MAX_CANDIDATES, ids);
  return rows.flatMap(({ sessionId }) => (sessionId === null ? [] : [sessionId]));
}
