/** Rows of observations, summaries, prompts and sessions as the worker API shows them (M §6); reads by id, one statement a kind. */
import type { Handle } from "../context";
import type { SummaryTexts } from "../contract/extraction";
import type { ObservationRow, PromptRow, SessionRow, SummaryRow } from "../contract/worker-rows";
import { stringList } from "../db/json";
import { prepared } from "../db/prepared";
import { isoTime, listText, MANUAL_SESSION, statementsOf, summaryText, unite } from "./rows";

/** In the order of `ids`; what does not exist or was deleted is left out. Archived observations are there. */
export function observationRows(handle: Handle, ids: number[]): ObservationRow[] {
  return load<StoredObservation>(handle, OBSERVATIONS, ids).map(toObservationRow);
}

/** In the order of `ids`; what does not exist or was deleted is left out. */
export function summaryRows(handle: Handle, ids: number[]): SummaryRow[] {
  return load<StoredSummary>(handle, SUMMARIES, ids).map((row) => toSummaryRow(handle, row));
}

/** In the order of `ids`; what does not exist or was deleted is left out; a private prompt has no text. */
export function promptRows(handle: Handle, ids: number[]): PromptRow[] {
  return load<StoredPrompt>(handle, PROMPTS, ids).map(toPromptRow);
}

/** By numeric id; null when there is none or it was forgotten. */
export function sessionRow(handle: Handle, id: number): SessionRow | null {
  const row = prepared(handle, SESSION).get(id) as StoredSession | undefined;
  return row === undefined ? null : toSessionRow(row);
}

function load<Row>(handle: Handle, statement: string, ids: number[]): Row[] {
  return ids.length === 0 ? [] : (prepared(handle, statement).all(JSON.stringify(ids)) as Row[]);
}

/** `CROSS JOIN` keeps SQLite from beginning with the table: ids are looked up one by one, in their order. */
const byIds = (columns: string, table: string): string => `
  SELECT ${columns}, coalesce(p.name, 'unknown') AS project, s.host_session_id AS hostId
  FROM json_each(?) AS wanted
  CROSS JOIN ${table} AS r ON r.id = wanted.value
  LEFT JOIN projects AS p ON p.id = r.project_id
  LEFT JOIN sessions AS s ON s.id = r.session_id
  WHERE r.status <> 'deleted'
  ORDER BY wanted.key`;

const OBSERVATIONS = byIds(
  `r.id, r.session_id AS sessionId, r.branch, r.turn, r.title, r.subtitle, r.summary, r.facts, r.concepts,
   r.files_read AS filesRead, r.files_modified AS filesModified, r.obs_type AS obsType, r.category, r.source, r.metadata,
   r.created_at AS createdAt`,
  "observations",
);
const SUMMARIES = byIds(
  `r.id, r.session_id AS sessionId, r.branch, r.turn, r.request, r.investigated, r.learned, r.completed,
   r.next_steps AS nextSteps, r.notes, r.files_read AS filesRead, r.files_modified AS filesModified, r.created_at AS createdAt`,
  "summaries",
);
const PROMPTS = byIds(
  `r.id, r.session_id AS sessionId, r.prompt_number AS promptNumber, iif(r.is_private, '', r.text) AS text,
   r.created_at AS createdAt`,
  "prompts",
);
const SESSION = `
  SELECT s.id, s.host, s.host_session_id AS hostId, s.status, s.started_at AS startedAt, s.completed_at AS completedAt,
    coalesce(p.name, 'unknown') AS project,
    coalesce((SELECT iif(c.is_private, '', c.text) FROM prompts AS c
      WHERE c.session_id = s.id AND c.status = 'active' ORDER BY c.prompt_number LIMIT 1), '') AS userPrompt,
    coalesce((SELECT max(c.prompt_number) FROM prompts AS c WHERE c.session_id = s.id), 0) AS promptCounter
  FROM sessions AS s LEFT JOIN projects AS p ON p.id = s.project_id
  WHERE s.id = ? AND s.status <> 'deleted'`;
const TURN_CONCEPTS = `
  SELECT concepts FROM observations
  WHERE session_id = ? AND turn = ? AND status = 'active' AND concepts <> '[]' ORDER BY id LIMIT 50`;

interface Stored {
  id: number;
  project: string;
  hostId: string | null;
  createdAt: number;
}

interface StoredObservation extends Stored {
  sessionId: number | null;
  branch: string | null;
  turn: number | null;
  title: string;
  subtitle: string | null;
  summary: string;
  facts: string;
  concepts: string;
  filesRead: string;
  filesModified: string;
  obsType: string;
  category: string;
  source: string;
  metadata: string;
}

interface StoredSummary extends Stored, SummaryTexts {
  sessionId: number;
  branch: string | null;
  turn: number;
  filesRead: string;
  filesModified: string;
}

interface StoredPrompt extends Stored {
  sessionId: number;
  promptNumber: number;
  text: string;
}

interface StoredSession {
  id: number;
  host: string;
  hostId: string;
  status: string;
  startedAt: number;
  completedAt: number | null;
  project: string;
  userPrompt: string;
  promptCounter: number;
}

function toObservationRow(row: StoredObservation): ObservationRow {
  const host = row.hostId ?? MANUAL_SESSION;
  const [read, modified] = [stringList(row.filesRead), stringList(row.filesModified)];
  return {
    id: row.id,
    sdk_session_id: host,
    memory_session_id: host,
    session_id: row.sessionId,
    project: row.project,
    branch: row.branch,
    title: row.title,
    subtitle: row.subtitle,
    summary: row.summary,
    narrative: row.summary,
    text: null,
    facts: listText(stringList(row.facts)),
    concepts: listText(stringList(row.concepts)),
    files_touched: listText(unite(read, modified)),
    files_read: listText(read),
    files_modified: listText(modified),
    obs_type: row.obsType,
    type: row.obsType,
    category: row.category,
    source: row.source,
    metadata: row.metadata,
    prompt_number: row.turn ?? 0,
    created_at: isoTime(row.createdAt),
    created_at_epoch: row.createdAt,
  };
}

function toSummaryRow(handle: Handle, row: StoredSummary): SummaryRow {
  const host = row.hostId ?? MANUAL_SESSION;
  const [read, modified] = [stringList(row.filesRead), stringList(row.filesModified)];
  const inTurn = prepared(handle, TURN_CONCEPTS).pluck().all(row.sessionId, row.turn) as string[];
  return {
    id: row.id,
    sdk_session_id: host,
    memory_session_id: host,
    session_id: host,
    session_db_id: row.sessionId,
    project: row.project,
    branch: row.branch,
    summary_text: summaryText(row),
    request: row.request,
    investigated: row.investigated,
    learned: row.learned,
    completed: row.completed,
    next_steps: row.nextSteps,
    notes: row.notes,
    facts: listText(unite(statementsOf(row.learned), statementsOf(row.completed))),
    concepts: listText(unite(...inTurn.map(stringList))),
    files_touched: listText(unite(read, modified)),
    files_read: listText(read),
    files_edited: listText(modified),
    files_modified: listText(modified),
    prompt_number: row.turn,
    created_at: isoTime(row.createdAt),
    created_at_epoch: row.createdAt,
  };
}

function toPromptRow(row: StoredPrompt): PromptRow {
  const host = row.hostId ?? MANUAL_SESSION;
  return {
    id: row.id,
    claude_session_id: host,
    content_session_id: host,
    sdk_session_id: host,
    memory_session_id: host,
    session_db_id: row.sessionId,
    project: row.project,
    prompt_number: row.promptNumber,
    prompt_text: row.text,
    created_at: isoTime(row.createdAt),
    created_at_epoch: row.createdAt,
  };
}

function toSessionRow(row: StoredSession): SessionRow {
  const started = isoTime(row.startedAt);
  return {
    id: row.id,
    claude_session_id: row.hostId,
    content_session_id: row.hostId,
    sdk_session_id: row.hostId,
    memory_session_id: row.hostId,
    project: row.project,
    user_prompt: row.userPrompt,
    status: row.status === "active" ? "active" : "completed",
    platform_source: row.host,
    prompt_counter: row.promptCounter,
    created_at: started,
    created_at_epoch: row.startedAt,
    started_at: started,
    started_at_epoch: row.startedAt,
    completed_at: row.completedAt === null ? null : isoTime(row.completedAt),
    completed_at_epoch: row.completedAt,
  };
}
