/** Takes in what an export tells of reflections and tasks. */
import type { LineOf } from "../contract/export";
import { madeRow } from "./import-log";
import { KEPT_APART, placeOf } from "./restore-learned";
import { insertWhole, taskAt } from "./restore-repo";
import { type LineOutcome, projectFor, type RestoreChunk, sessionFor } from "./restore-run";
import { nameRow } from "./uid";

/**
 * Only where all that it compresses is here: what was deleted here for good must not come back inside of it. Triggers mark its
 * observations.
 */
export function restoreReflection(chunk: RestoreChunk, line: LineOf<"reflection">): LineOutcome {
  const { tx, now } = chunk;
  if (placeOf(chunk, "reflections", line.uid) !== undefined) return "known";
  const observations = line.observations.map((uid) => placeOf(chunk, "observations", uid));
  const ids = observations.flatMap((place) =>
    place?.table === "observations" && place.status !== "deleted" ? [place.id] : [],
  );
  if (ids.length < observations.length) return KEPT_APART;
  const project = projectFor(chunk, line.project);
  if ("reason" in project) return project;
  const session = line.session === null ? { id: null } : sessionFor(chunk, line.session);
  const row = insertWhole(tx, "reflections", line.id, {
    sessionId: "reason" in session ? null : session.id,
    projectId: project.id,
    branch: line.branch,
    level: line.level,
    content: line.content,
    observationIds: JSON.stringify(ids),
    inputTokens: line.input_tokens,
    outputTokens: line.output_tokens,
    source: line.source,
    status: line.status,
    createdAt: line.created_at,
    updatedAt: line.updated_at,
    revision: line.revision,
  });
  nameRow(tx, now, "reflections", line.uid, row.id);
  chunk.changes.push(madeRow("reflections", row));
  return "imported";
}

/** A session has one task: the one that is here stays. */
export function restoreTask(chunk: RestoreChunk, line: LineOf<"task">): LineOutcome {
  const session = sessionFor(chunk, line.session);
  if ("reason" in session) return session;
  if (taskAt(chunk.tx, session.id) !== undefined) return "known";
  const project = projectFor(chunk, line.project);
  if ("reason" in project) return project;
  const row = insertWhole(chunk.tx, "tasks", line.id, {
    sessionId: session.id,
    projectId: project.id,
    branch: line.branch,
    content: line.content,
    source: line.source,
    status: "active",
    createdAt: line.created_at,
    updatedAt: line.updated_at,
    revision: line.revision,
  });
  chunk.changes.push(madeRow("tasks", row));
  return "imported";
}
