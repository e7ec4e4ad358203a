/** Stores what codewatch-memory learned, each once, in its project and on its branch. */
import { isBuried, derivedIdentity } from "../operations/tombstones";
import { STORE_IMPORT } from "../operations/take-back";
import { reindexRow } from "../operations/rows-repo";
import { ensureProject, identifyProject } from "../projects/service";
import { OBS_TYPE_OF } from "../reflections/categorise";
import { activeReflections, insertReflection, putTask, taskOfSession } from "../reflections/repo";
import { indexEntity } from "../search/indexing";
import { headOf } from "../text/caps";
import type { CodewatchRow, SessionOf } from "./codewatch-rows";
import { markReflected } from "./codewatch-repo";
import {
  insertForeignObservation,
  insertSession,
  sessionOfHost,
  setStatus,
  statusOf,
  wasTakenBack,
} from "./foreign-repo";
import { closedTo, type ForeignChunk, type Outcome, timeOf, touch } from "./foreign-run";
import { madeRow } from "./import-log";
import { findLink, saveLink } from "./links-repo";
import { BURIED } from "./refusals";

const SOURCE = "codewatch";
const HOST = "api";
const CONFIDENCE = 0.7;
const TITLE_CHARS = 160;
const FORGOTTEN = { reason: "Its session was forgotten here; Undo under Activity brings it back." };

type Sessions = ReadonlyMap<string, SessionOf>;
type Table = "observations" | "reflections" | "tasks";

/** What the source tells of all its rows. */
export interface Known {
  sessions: Sessions;
  /** Ids of reflections that none of their branch outdates. */
  newest: ReadonlySet<string>;
}

/** What came in before under this id; what an Undo of the import took away comes back. */
function known(chunk: ForeignChunk, table: Table, id: string): Outcome | null {
  const link = findLink(chunk.tx, SOURCE, `${table}:${id}`);
  const status = link === undefined ? undefined : statusOf(chunk.tx, table, link.id);
  if (link === undefined || status === undefined) return null;
  // Undo removes the rows of the other two.
  if (table !== "observations" || status !== "deleted" || !wasTakenBack(chunk.tx, table, link.id, STORE_IMPORT))
    return "known";
  setStatus(chunk.tx, table, link.id, "active");
  reindexRow(chunk.tx, chunk.now, table, link.id);
  chunk.changes.push({ table, id: link.id, before: { status: "deleted" }, after: { status: "active" } });
  return "imported";
}

interface Home {
  sessionId: number;
  projectId: number;
}

function homeOf(chunk: ForeignChunk, row: CodewatchRow, sessions: Sessions): Home | { reason: string } {
  const { tx, now, run } = chunk;
  const told = sessions.get(row.session);
  const hostSessionId = `codewatch:${row.session}`;
  const identity = identifyProject(run.app, told?.folder == null ? {} : { cwd: told.folder });
  const projectId = ensureProject(tx, now, identity, 0).id;
  const closed = closedTo(chunk, projectId);
  if (closed !== null) return { reason: closed };
  const found = sessionOfHost(tx, HOST, hostSessionId);
  if (found !== undefined) {
    if (found.status !== "deleted") return { sessionId: found.id, projectId: found.projectId };
    if (!wasTakenBack(tx, "sessions", found.id, STORE_IMPORT)) return FORGOTTEN;
    setStatus(tx, "sessions", found.id, "complete");
    chunk.changes.push({
      table: "sessions",
      id: found.id,
      before: { status: "deleted" },
      after: { status: "complete" },
    });
    return { sessionId: found.id, projectId: found.projectId };
  }
  const startedAt = timeOf(chunk, told?.startedAt ?? row.at);
  const endedAt = Math.max(startedAt, timeOf(chunk, told?.lastActiveAt ?? row.at));
  const place = insertSession(tx, {
    host: HOST,
    hostSessionId,
    projectId,
    branch: told?.branch ?? row.branch,
    cwd: told?.folder ?? null,
    title: null,
    startedAt,
    lastEventAt: endedAt,
    completedAt: endedAt,
  });
  chunk.changes.push(madeRow("sessions", place));
  return { sessionId: place.id, projectId };
}

export function takeObservation(chunk: ForeignChunk, row: CodewatchRow, { sessions }: Known): Outcome {
  const same = known(chunk, "observations", row.id);
  if (same !== null) return same;
  const home = homeOf(chunk, row, sessions);
  if ("reason" in home) return home;
  const title = headOf(row.content.split("\n", 1)[0]?.trim() ?? "", TITLE_CHARS).trim();
  const at = timeOf(chunk, row.at);
  const values = {
    ...home,
    branch: row.branch,
    turn: null,
    title,
    subtitle: null,
    summary: row.content,
    facts: "[]",
    concepts: "[]",
    filesRead: JSON.stringify(row.files),
    filesModified: "[]",
    obsType: OBS_TYPE_OF[row.category],
    category: row.category,
    priority: row.priority,
    confidence: CONFIDENCE,
    source: SOURCE,
    metadata: row.note === "" ? "{}" : JSON.stringify({ source_summary: row.note }),
    createdAt: at,
    updatedAt: at,
  };
  if (
    chunk.hasBuried &&
    (isBuried(chunk.tx, row.content) || isBuried(chunk.tx, derivedIdentity("observations", { ...values, facts: [] })))
  )
    return BURIED;
  const stored = insertForeignObservation(chunk.tx, values);
  saveLink(chunk.tx, chunk.now, SOURCE, { sourceId: `observations:${row.id}`, table: "observations", id: stored.id });
  indexEntity(chunk.tx, chunk.now, "observation", stored);
  chunk.changes.push(madeRow("observations", stored));
  touch(chunk, home.sessionId, home.projectId, at);
  return "imported";
}

/** The newest of a branch holds where there is none here; what is here was made of more. */
export function takeReflection(chunk: ForeignChunk, row: CodewatchRow, { sessions, newest }: Known): Outcome {
  const same = known(chunk, "reflections", row.id);
  if (same !== null) return same;
  const home = homeOf(chunk, row, sessions);
  if ("reason" in home) return home;
  const { tx, now } = chunk;
  if (chunk.hasBuried && isBuried(tx, row.content)) return BURIED;
  const at = timeOf(chunk, row.at);
  const observations = row.observationIds.flatMap((id) => findLink(tx, SOURCE, `observations:${id}`)?.id ?? []);
  const scope = { projectId: home.projectId, branch: row.branch ?? "", ownsUnbranched: row.branch === null };
  const stored = insertReflection(tx, {
    ...home,
    branch: row.branch,
    level: row.level,
    content: row.content,
    observationIds: JSON.stringify(observations),
    inputTokens: row.inputTokens,
    outputTokens: row.outputTokens,
    source: SOURCE,
    status: newest.has(row.id) && activeReflections(tx, scope).length === 0 ? "active" : "superseded",
    createdAt: at,
    updatedAt: at,
  });
  markReflected(tx, stored.id, observations);
  saveLink(tx, now, SOURCE, { sourceId: `reflections:${row.id}`, table: "reflections", id: stored.id });
  chunk.changes.push(madeRow("reflections", stored));
  return "imported";
}

export function takeTask(chunk: ForeignChunk, row: CodewatchRow, { sessions }: Known): Outcome {
  const same = known(chunk, "tasks", row.id);
  if (same !== null) return same;
  const home = homeOf(chunk, row, sessions);
  if ("reason" in home) return home;
  const { tx } = chunk;
  if (chunk.hasBuried && isBuried(tx, row.content)) return BURIED;
  if (taskOfSession(tx, home.sessionId) !== undefined) return "known";
  const put = putTask(tx, timeOf(chunk, row.at), { ...home, branch: row.branch, content: row.content, source: SOURCE });
  if (put === null) return "known";
  saveLink(tx, chunk.now, SOURCE, { sourceId: `tasks:${row.id}`, table: "tasks", id: put.after.id });
  chunk.changes.push(madeRow("tasks", put.after));
  return "imported";
}
