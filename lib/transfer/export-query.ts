/** SQL of the export: pages by keyset, what is deleted left out, rows named as every store knows them. */
import type { Handle } from "../context";
import type { ExportKind } from "../contract/export";
import { prepared } from "../db/prepared";

/** What is exported; numbers are ids of projects. */
export interface ExportScope {
  /** null = all, and what belongs to no project. */
  projectIds: number[] | null;
  since: number;
  until: number;
}

export type ExportRow = Record<string, string | number | null>;
/** Key of the last row of a page. */
export type After = [number, number];

interface Source {
  columns: string;
  from: string;
  where: string;
  /** Unique, ascending; the first is also bounded by what was there when the export began. */
  key: [string, string?];
}

const IN_PROJECTS = (column: string): string =>
  `($projects IS NULL OR ${column} IN (SELECT value FROM json_each($projects)))`;
const IN_TIME = (column: string): string => `${column} >= $since AND ${column} < $until`;
const LIVE_SESSION = "JOIN sessions s ON s.id = t.session_id AND s.status <> 'deleted'";
const SESSION = "s.host AS session_host, s.host_session_id AS session_name";
const PROJECT = "JOIN projects p ON p.id = t.project_id";
const EVIDENCE_WHERE = `t.status <> 'deleted' AND ${IN_PROJECTS("t.project_id")} AND ${IN_TIME("t.created_at")}`;

/** Sessions of the projects, and those that merely touched one. */
const IS_SESSION = (x: string): string =>
  `${x}.status <> 'deleted' AND ${x}.started_at < $until AND ${x}.last_event_at >= $since AND (
    ${IN_PROJECTS(`${x}.project_id`)}
    OR EXISTS (SELECT 1 FROM prompts y WHERE y.session_id = ${x}.id AND ${IN_PROJECTS("y.project_id")})
    OR EXISTS (SELECT 1 FROM events y WHERE y.session_id = ${x}.id AND ${IN_PROJECTS("y.project_id")})
    OR EXISTS (SELECT 1 FROM observations y WHERE y.session_id = ${x}.id AND ${IN_PROJECTS("y.project_id")}))`;

const MEMORY_WHERE = (alias: string): string =>
  `${alias}.status <> 'deleted' AND ${IN_PROJECTS(`${alias}.project_id`)} AND ${IN_TIME(`${alias}.created_at`)}`;

const SOURCES: Record<ExportKind, Source> = {
  project: {
    columns: `t.id, t.key, t.name, t.kind, t.mode, t.needs_review, t.llm_enabled, t.llm_daily_tokens, t.inject_max_chars,
      t.capture_paused_at, t.recall_paused_at,
      t.created_at, t.last_activity_at,
      (SELECT json_group_array(json_object('alias', alias, 'kind', kind, 'created_at', created_at))
        FROM (SELECT * FROM project_aliases WHERE project_id = t.id ORDER BY alias)) AS aliases,
      (SELECT json_group_array(json_object('path', path, 'kind', kind, 'created_at', created_at))
        FROM (SELECT * FROM project_roots WHERE project_id = t.id ORDER BY path)) AS roots`,
    from: "projects t",
    where: `${IN_PROJECTS("t.id")} OR EXISTS (SELECT 1 FROM sessions x WHERE x.project_id = t.id AND ${IS_SESSION("x")})`,
    key: ["t.id"],
  },
  session: {
    columns: `t.id, t.host, t.host_session_id, p.key AS project, t.branch, t.cwd, t.title, t.title_rank, t.status,
      t.end_reason, t.started_at, t.last_event_at, t.completed_at, t.capture_paused_at, t.recall_paused_at`,
    from: `sessions t ${PROJECT}`,
    where: IS_SESSION("t"),
    key: ["t.id"],
  },
  turn: {
    columns: `${SESSION}, t.session_id, t.number, t.status, t.is_private, t.from_transcript, t.started_at, t.ended_at,
      t.revision, t.extracted_revision, t.extracted_by, t.llm_failure`,
    from: `turns t ${LIVE_SESSION}`,
    where: IS_SESSION("s"),
    key: ["t.session_id", "t.number"],
  },
  prompt: {
    columns: `t.id, ${SESSION}, p.key AS project, t.branch, t.prompt_number, t.text, t.is_private, t.original_chars,
      t.dedupe_key, t.created_at`,
    from: `prompts t ${LIVE_SESSION} ${PROJECT}`,
    where: EVIDENCE_WHERE,
    key: ["t.id"],
  },
  event: {
    columns: `t.id, ${SESSION}, p.key AS project, t.branch, t.turn, t.kind, t.tool_name, t.tool_use_id, t.input, t.text,
      t.is_error, t.files, t.cwd, t.message_id, t.original_chars, t.dedupe_key, t.created_at`,
    from: `events t ${LIVE_SESSION} ${PROJECT}`,
    where: EVIDENCE_WHERE,
    key: ["t.id"],
  },
  observation: {
    columns: `t.id, ${SESSION}, p.key AS project, t.branch, t.turn, t.title, t.subtitle, t.summary, t.facts, t.concepts,
      t.files_read, t.files_modified, t.obs_type, t.category, t.priority, t.confidence, t.source, t.sources, t.metadata,
      t.status, t.created_at, t.updated_at, t.revision`,
    from: `observations t LEFT JOIN sessions s ON s.id = t.session_id ${PROJECT}`,
    where: `${EVIDENCE_WHERE} AND (s.status IS NULL OR s.status <> 'deleted')`,
    key: ["t.id"],
  },
  summary: {
    columns: `t.id, ${SESSION}, p.key AS project, t.branch, t.turn, t.request, t.investigated, t.learned, t.completed,
      t.next_steps, t.notes, t.files_read, t.files_modified, t.source, t.created_at, t.updated_at, t.revision`,
    from: `summaries t ${LIVE_SESSION} ${PROJECT}`,
    where: EVIDENCE_WHERE,
    key: ["t.id"],
  },
  memory: {
    columns: `t.id, p.key AS project, t.branch, t.key, t.value, t.status, t.attribute, t.tags, t.tier, t.kind, t.importance,
      t.confidence, t.origin, t.host, t.source_session, t.sources, t.access_count, t.last_accessed, t.review_state, t.expires_at,
      t.created_at, t.updated_at, t.revision`,
    from: "memories t LEFT JOIN projects p ON p.id = t.project_id",
    where: MEMORY_WHERE("t"),
    key: ["t.id"],
  },
  succession: {
    columns: "t.id, b.id AS supersedes, a.id AS superseded_by",
    from: `memories t LEFT JOIN memories b ON b.id = t.supersedes AND ${MEMORY_WHERE("b")}
      LEFT JOIN memories a ON a.id = t.superseded_by AND ${MEMORY_WHERE("a")}`,
    where: `${MEMORY_WHERE("t")} AND (b.id IS NOT NULL OR a.id IS NOT NULL)`,
    key: ["t.id"],
  },
  pair: {
    columns: `t.id, t.kind, t.status, t.resolution, p.key AS project, t.older_id, t.newer_id, t.candidate, t.candidate_hash,
      t.reasons, t.similarity, t.actor_kind, t.actor_name, t.created_at, t.updated_at, t.revision`,
    from: `memory_pairs t JOIN memories o ON o.id = t.older_id AND ${MEMORY_WHERE("o")}
      LEFT JOIN memories n ON n.id = t.newer_id AND ${MEMORY_WHERE("n")} LEFT JOIN projects p ON p.id = t.project_id`,
    where: "(t.newer_id = 0 OR n.id IS NOT NULL)",
    key: ["t.id"],
  },
  exclusion: {
    columns: "t.id, t.entity_type, t.entity_id, p.key AS project, t.created_at",
    from: `injection_exclusions t LEFT JOIN projects p ON p.id = t.project_id
      LEFT JOIN memories m ON t.entity_type = 'memory' AND m.id = t.entity_id AND ${MEMORY_WHERE("m")}
      LEFT JOIN observations o ON t.entity_type = 'observation' AND o.id = t.entity_id AND o.status <> 'deleted'
        AND ${IN_PROJECTS("o.project_id")} AND ${IN_TIME("o.created_at")}`,
    where: "(m.id IS NOT NULL OR o.id IS NOT NULL)",
    key: ["t.id"],
  },
  reflection: {
    columns: `t.id, ${SESSION}, t.session_id, p.key AS project, t.branch, t.level, t.content, t.observation_ids, t.input_tokens,
      t.output_tokens, t.source, t.status, t.created_at, t.updated_at, t.revision`,
    from: `reflections t LEFT JOIN sessions s ON s.id = t.session_id AND s.status <> 'deleted' ${PROJECT}`,
    // What it tells of must stand in the store: text of what was deleted does not leave it.
    where: `${EVIDENCE_WHERE} AND NOT EXISTS (SELECT 1 FROM json_each(t.observation_ids) j
      WHERE NOT EXISTS (SELECT 1 FROM observations o WHERE o.id = j.value AND o.status <> 'deleted'))`,
    key: ["t.id"],
  },
  task: {
    columns: `t.id, ${SESSION}, t.session_id, p.key AS project, t.branch, t.content, t.source, t.created_at, t.updated_at, t.revision`,
    from: `tasks t ${LIVE_SESSION} ${PROJECT}`,
    where: EVIDENCE_WHERE,
    key: ["t.id"],
  },
};

const values = ({ projectIds, since, until }: ExportScope) => ({
  projects: projectIds === null ? null : JSON.stringify(projectIds),
  since,
  until,
});

/** The newest row of a kind as the export begins: what comes later is left out. */
export function lastOf(handle: Handle, kind: ExportKind): number {
  const { from, key } = SOURCES[kind];
  const table = from.split(" ", 1)[0];
  return Number(prepared(handle, `SELECT coalesce(max(${key[0]}), 0) FROM ${table} t`).pluck().get());
}

/** At most `limit` rows after `after`, in order. */
export function pageOfKind(
  handle: Handle,
  kind: ExportKind,
  scope: ExportScope,
  { after, last, limit }: { after: After; last: number; limit: number },
): { row: ExportRow; at: After }[] {
  const { columns, from, where, key } = SOURCES[kind];
  const [first, second = "0"] = key;
  const sql = `SELECT ${columns}, ${first} AS "key 0", ${second} AS "key 1" FROM ${from}
    WHERE (${first}, ${second}) > ($after0, $after1) AND ${first} >= $after0 AND ${first} <= $last AND (${where})
    ORDER BY ${key.join(", ")} LIMIT $limit`;
  const rows = prepared(handle, sql).all({
    ...used(sql, values(scope)),
    after0: after[0],
    after1: after[1],
    last,
    limit,
  }) as ExportRow[];
  return rows.map(({ "key 0": one, "key 1": two, ...row }) => ({ row, at: [Number(one), Number(two)] }));
}

/** The driver refuses what a statement does not name. */
const used = (sql: string, given: ReturnType<typeof values>): Partial<ReturnType<typeof values>> =>
  Object.fromEntries(Object.entries(given).filter(([name]) => sql.includes(`$${name}`)));

export const sessionName = (handle: Handle, id: number): [string, string] | null => {
  const row = prepared(handle, "SELECT host, host_session_id FROM sessions WHERE id = ? AND status <> 'deleted'")
    .raw()
    .get(id);
  return row === undefined ? null : (row as [string, string]);
};

export const promptKey = (handle: Handle, id: number): string | null =>
  (prepared(handle, "SELECT dedupe_key FROM prompts WHERE id = ? AND status <> 'deleted'").pluck().get(id) as
    string | undefined) ?? null;

export const eventKeys = (handle: Handle, ids: number[]): string[] =>
  prepared(
    handle,
    `SELECT e.dedupe_key FROM json_each(?) j JOIN events e ON e.id = j.value AND e.status <> 'deleted' ORDER BY j.key`,
  )
    .pluck()
    .all(JSON.stringify(ids)) as string[];
