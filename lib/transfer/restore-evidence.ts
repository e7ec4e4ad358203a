/** Takes in what an export tells of projects, sessions, turns, prompts and events. */
import { accountOfKey } from "../accounts/project";
import type { LineOf } from "../contract/export";
import { JOB } from "../jobs/kinds";
import { enqueue } from "../jobs/repo";
import { evidenceIdentity, isBuried, promptIdentity } from "../operations/tombstones";
import { indexEntity } from "../search/indexing";
import { madeRow } from "./import-log";
import { hasTurn, samePrompt } from "./foreign-repo";
import { BURIED, REMOVED } from "./refusals";
import {
  evidenceNamed,
  insertAlias,
  insertRoot,
  insertWhole,
  insertWholeTurn,
  projectIdOf,
  sessionNamed,
} from "./restore-repo";
import { type LineOutcome, meet, projectFor, type RestoreChunk, sessionFor } from "./restore-run";

/** By its key; one that is here stays as it is. Aliases and folders come with a new one alone. */
export function restoreProject(chunk: RestoreChunk, line: LineOf<"project">): LineOutcome {
  const { tx } = chunk;
  if (projectIdOf(tx, line.key) !== undefined) return "known";
  const accountId = accountOfKey(tx, chunk.now, line.key, line.name);
  if (accountId === null) return { reason: "It is of an account that is another one here." };
  const { id } = insertWhole(tx, "projects", line.id, {
    key: line.key,
    accountId,
    name: line.name,
    kind: line.kind,
    mode: line.mode,
    needsReview: line.needs_review,
    llmEnabled: line.llm_enabled,
    llmDailyTokens: line.llm_daily_tokens ?? null,
    injectMaxChars: line.inject_max_chars ?? null,
    capturePausedAt: line.capture_paused_at ?? null,
    recallPausedAt: line.recall_paused_at ?? null,
    createdAt: line.created_at,
    lastActivityAt: line.last_activity_at,
  });
  for (const { alias, kind, created_at } of line.aliases) insertAlias(tx, id, alias, kind, created_at);
  for (const { path, kind, created_at } of line.roots) insertRoot(tx, id, path, kind, created_at);
  return "imported";
}

/** By host and the host's id; one that was forgotten here stays forgotten. */
export function restoreSession(chunk: RestoreChunk, line: LineOf<"session">): LineOutcome {
  const { tx } = chunk;
  const known = sessionNamed(tx, line.host, line.host_session_id);
  if (known !== undefined) {
    const outcome = meet(chunk, "sessions", known, line.status);
    return outcome === "known" && known.status === "deleted" ? { reason: "It was forgotten here." } : outcome;
  }
  const project = projectFor(chunk, line.project);
  if ("reason" in project) return project;
  const row = insertWhole(tx, "sessions", line.id, {
    host: line.host,
    hostSessionId: line.host_session_id,
    projectId: project.id,
    branch: line.branch,
    cwd: line.cwd,
    title: line.title,
    titleRank: line.title_rank,
    status: line.status,
    endReason: line.end_reason,
    startedAt: line.started_at,
    lastEventAt: line.last_event_at,
    completedAt: line.completed_at,
    capturePausedAt: line.capture_paused_at ?? null,
    recallPausedAt: line.recall_paused_at ?? null,
  });
  chunk.changes.push(madeRow("sessions", row));
  return "imported";
}

/** What waited to be extracted there waits here. */
export function restoreTurn(chunk: RestoreChunk, line: LineOf<"turn">): LineOutcome {
  const { tx, now } = chunk;
  const session = sessionFor(chunk, line.session);
  if ("reason" in session) return session;
  if (hasTurn(tx, session.id, line.number)) return "known";
  insertWholeTurn(tx, {
    sessionId: session.id,
    number: line.number,
    status: line.status,
    isPrivate: line.is_private,
    fromTranscript: line.from_transcript,
    startedAt: line.started_at,
    endedAt: line.ended_at,
    revision: line.revision,
    extractedRevision: line.extracted_revision,
    extractedBy: line.extracted_by,
    llmFailure: line.llm_failure,
  });
  const isOpen = line.status === "open" || line.revision > line.extracted_revision;
  if (isOpen && !line.is_private) {
    const payload = { sessionId: session.id, since: now };
    enqueue(tx, now, { kind: JOB.closeTurn, key: String(session.id), payload });
  }
  return "imported";
}

export function restorePrompt(chunk: RestoreChunk, line: LineOf<"prompt">): LineOutcome {
  const { tx, now } = chunk;
  const session = sessionFor(chunk, line.session);
  if ("reason" in session) return session;
  const known = evidenceNamed(tx, "prompts", session.id, line.dedupe_key);
  if (known !== undefined) return meet(chunk, "prompts", known, "active");
  const text = line.is_private ? "" : line.text;
  if (chunk.hasBuried) {
    const identities = [evidenceIdentity("prompts", session.id, line.dedupe_key), promptIdentity(session.id, text)];
    if (identities.some((identity) => isBuried(tx, identity))) return BURIED;
  }
  // A prompt that came by a hook there and with the transcript here is one; two of one kind are two, however alike.
  const asked = { text, isPrivate: line.is_private, at: line.created_at };
  const twin = line.is_private ? undefined : samePrompt(tx, session.id, asked);
  if (twin !== undefined && cameBy(twin.key) !== cameBy(line.dedupe_key)) return "duplicate";
  const project = projectFor(chunk, line.project);
  if ("reason" in project) return project;
  const row = insertWhole(tx, "prompts", line.id, {
    sessionId: session.id,
    projectId: project.id,
    branch: line.branch,
    promptNumber: line.prompt_number,
    text,
    isPrivate: line.is_private,
    originalChars: line.original_chars,
    dedupeKey: line.dedupe_key,
    status: "active",
    createdAt: line.created_at,
  });
  chunk.changes.push(madeRow("prompts", row));
  if (!line.is_private) indexEntity(tx, now, "prompt", row);
  return "imported";
}

/** A line of a transcript, a row of claude-mem, or a hook. */
const cameBy = (key: string): string => /^[um]:/.exec(key)?.[0] ?? "";

export function restoreEvent(chunk: RestoreChunk, line: LineOf<"event">): LineOutcome {
  const { tx, now } = chunk;
  const session = sessionFor(chunk, line.session);
  if ("reason" in session) return session;
  const known = evidenceNamed(tx, "events", session.id, line.dedupe_key);
  if (known !== undefined) return meet(chunk, "events", known, "active");
  if (chunk.hasBuried && isBuried(tx, evidenceIdentity("events", session.id, line.dedupe_key))) return REMOVED;
  const project = projectFor(chunk, line.project);
  if ("reason" in project) return project;
  const row = insertWhole(tx, "events", line.id, {
    sessionId: session.id,
    projectId: project.id,
    branch: line.branch,
    turn: line.turn,
    kind: line.kind,
    toolName: line.tool_name,
    toolUseId: line.tool_use_id,
    input: line.input,
    text: line.text,
    isError: line.is_error,
    files: JSON.stringify(line.files),
    cwd: line.cwd,
    messageId: line.message_id,
    originalChars: line.original_chars,
    dedupeKey: line.dedupe_key,
    status: "active",
    createdAt: line.created_at,
  });
  chunk.changes.push(madeRow("events", row));
  indexEntity(tx, now, "event", row);
  return "imported";
}
