/** Stores tool uses and assistant messages; a tool's call and result become one row, in whatever order they arrive. */
import { createHash } from "node:crypto";
import { SUBAGENT } from "../contract/evidence";
import type { ProjectRow } from "../projects/service";
import { indexEntity, unindexEntity } from "../search/indexing";
import { branchOf, type Chunk, type SessionState, tell, touchSession, wasDeleted } from "./chunk";
import {
  DUPLICATE,
  type PreparedBase,
  type PreparedMessage,
  type PreparedTool,
  skipped,
  STORED,
  type Stored,
} from "./prepared";
import { type EventRow, flag, type TurnRow } from "./repo";
import { evidenceAdded, turnAt, turnOfWork } from "./turns";

/** An assistant text. One that the turn already has is a duplicate; a transcript's copy gives it its id. */
export function storeMessage(chunk: Chunk, session: SessionState, project: ProjectRow, event: PreparedMessage): Stored {
  const turn = turnAt(chunk, session, event);
  if (turn.isPrivate) return skipped("private");
  if (event.text === "") return skipped("empty");
  const sessionId = session.row.id;
  if (event.key !== null && chunk.sql.eventByKey.get({ sessionId, key: event.key }) !== undefined) return DUPLICATE;
  const speaker = event.subagent ? SUBAGENT : null;
  const same = chunk.sql.messagesByText
    .all({ sessionId, turn: turn.number, text: event.text })
    .filter(({ toolName }) => toolName === speaker);
  if (event.key === null || !event.key.startsWith("u:")) {
    if (same.length > 0) return DUPLICATE;
  } else {
    const live = same.find((row) => !row.dedupeKey.startsWith("u:"));
    if (live !== undefined) {
      update(chunk, { ...live, dedupeKey: event.key, messageId: live.messageId ?? event.messageId });
      return DUPLICATE;
    }
  }
  const dedupeKey = event.key ?? contentKey(turn, speaker ?? "message", event.text);
  if (wasDeleted(chunk, "events", sessionId, dedupeKey)) return skipped("deleted");
  insert(chunk, session, project, turn, event, {
    kind: "message",
    toolName: speaker,
    text: event.text,
    messageId: event.messageId,
    originalChars: event.originalChars,
    dedupeKey,
  });
  return STORED;
}

/** A tool use, its call or its result. Results of tools that are not kept find the mark that their call left. */
export function storeTool(chunk: Chunk, session: SessionState, project: ProjectRow, event: PreparedTool): Stored {
  const sessionId = session.row.id;
  const known = findTool(chunk, sessionId, event);
  // What is not stored begins no turn.
  if (known === undefined && event.beginsTurns && event.excluded) return skipped("tool_excluded");
  if (known === undefined && isEmpty(event)) return skipped("empty");
  const turn = known === undefined ? turnOfWork(chunk, session, event) : requireTurn(chunk, known);
  if (turn.isPrivate) return skipped("private");
  if (event.excluded) return exclude(chunk, session, project, turn, event, known);
  if (known?.status === "deleted")
    return known.toolName !== null && chunk.skipsTool(known.toolName) ? skipped("tool_excluded") : DUPLICATE;
  if (known !== undefined) return complete(chunk, session, project, turn, event, known);
  const anonymous = findAnonymous(chunk, sessionId, turn, event);
  if (anonymous !== undefined) return complete(chunk, session, project, turn, event, anonymous);
  const ofContent = contentKey(turn, event.name ?? "", event.input ?? "", event.output?.text ?? "");
  const dedupeKey = toolKey(event) ?? ofContent;
  if (chunk.sql.eventByKey.get({ sessionId, key: dedupeKey }) !== undefined) return DUPLICATE;
  if (isTwin(chunk, sessionId, turn, event, ofContent)) return DUPLICATE;
  if (wasDeleted(chunk, "events", sessionId, dedupeKey)) return skipped("deleted");
  insert(chunk, session, project, turn, event, {
    kind: "tool",
    toolName: event.name,
    toolUseId: event.toolUseId,
    input: event.input ?? "",
    text: event.output?.text ?? "",
    isError: event.isError,
    files: JSON.stringify(event.files),
    originalChars: event.output?.originalChars ?? 0,
    dedupeKey,
  });
  return STORED;
}

const isEmpty = (event: PreparedTool): boolean =>
  event.name === null && event.input === null && event.output === null && !event.excluded;

const toolKey = (event: PreparedTool): string | null => (event.toolUseId === null ? event.key : `t:${event.toolUseId}`);

function findTool(chunk: Chunk, sessionId: number, event: PreparedTool): EventRow | undefined {
  const key = toolKey(event);
  return key === null ? undefined : chunk.sql.eventByKey.get({ sessionId, key });
}

/** Older hosts send no tool-use id live; the transcript's call then is the row with the same input. */
function findAnonymous(chunk: Chunk, sessionId: number, turn: TurnRow, event: PreparedTool): EventRow | undefined {
  if (!event.fromTranscript || event.toolUseId === null || event.name === null || event.input === null)
    return undefined;
  return chunk.sql.anonymousTool.get({ sessionId, turn: turn.number, toolName: event.name, input: event.input });
}

/**
 * One use told by two senders, of which one knows no id: the row without one takes it over. Only the newest rows of the
 * turn are looked at, since both tell of it at once.
 */
function isTwin(chunk: Chunk, sessionId: number, turn: TurnRow, event: PreparedTool, ofContent: string): boolean {
  if (event.fromTranscript || event.name === null || event.input === null || event.output === null) return false;
  if (event.toolUseId === null) {
    const content = { toolName: event.name, input: event.input, text: event.output.text };
    return event.key === null && chunk.sql.namedTwin.get({ sessionId, turn: turn.number, ...content }) !== undefined;
  }
  const unnamed = chunk.sql.eventByKey.get({ sessionId, key: ofContent });
  if (unnamed === undefined || unnamed.status === "deleted") return false;
  update(chunk, { ...unnamed, toolUseId: event.toolUseId, dedupeKey: toolKey(event) ?? unnamed.dedupeKey });
  return true;
}

function requireTurn(chunk: Chunk, row: EventRow): TurnRow {
  const turn = chunk.sql.turn.get({ sessionId: row.sessionId, number: row.turn });
  if (turn === undefined) throw new Error(`event ${row.id} has no turn`);
  return turn;
}

/** Fills in what the other half left open. */
function complete(
  chunk: Chunk,
  session: SessionState,
  project: ProjectRow,
  turn: TurnRow,
  event: PreparedTool,
  known: EventRow,
): Stored {
  const addsCall = (known.input === "" && event.input !== null) || (known.toolName === null && event.name !== null);
  const isWaiting = known.text === "" && known.isError === null;
  const addsResult = isWaiting && event.output !== null && (event.output.text !== "" || event.isError !== null);
  const next: EventRow = {
    ...known,
    toolUseId: known.toolUseId ?? event.toolUseId,
    dedupeKey: known.toolUseId === null ? (toolKey(event) ?? known.dedupeKey) : known.dedupeKey,
    ...(addsCall
      ? {
          toolName: known.toolName ?? event.name,
          input: event.input ?? known.input,
          files: JSON.stringify(event.files),
        }
      : {}),
    ...(addsResult
      ? { text: event.output?.text ?? "", isError: event.isError, originalChars: event.output?.originalChars ?? 0 }
      : {}),
    createdAt: addsCall ? Math.min(known.createdAt, event.at) : known.createdAt,
  };
  if (!addsCall && !addsResult) {
    if (next.dedupeKey !== known.dedupeKey) update(chunk, next);
    return DUPLICATE;
  }
  const row = update(chunk, next);
  announce(chunk, session, project, turn, row, "event.updated", event.at);
  return STORED;
}

/** Keeps no word of the use, but its id, so that a result which comes later, or came before, is dropped as well. */
function exclude(
  chunk: Chunk,
  session: SessionState,
  project: ProjectRow,
  turn: TurnRow,
  event: PreparedTool,
  known: EventRow | undefined,
): Stored {
  const empty = { text: "", input: "", files: "[]", originalChars: 0, status: "deleted" as const };
  if (known !== undefined && known.status !== "deleted") {
    update(chunk, { ...known, ...empty, toolName: event.name });
    unindexEntity(chunk.tx, chunk.now, "event", known.id);
  } else if (known === undefined && event.toolUseId !== null && tellsResultApart(event)) {
    chunk.sql.insertEvent.get({ ...blank(session, project, turn, event), ...empty, kind: "tool", ...markOf(event) });
  }
  return skipped("tool_excluded");
}

/** A live hook tells call and result at once, or both with the tool's name; here a result has but the id of its call. */
const tellsResultApart = ({ fromTranscript, host }: PreparedTool): boolean => fromTranscript || host === "everme";

const markOf = (event: PreparedTool) => ({
  toolName: event.name,
  toolUseId: event.toolUseId,
  dedupeKey: toolKey(event),
});

const blank = (session: SessionState, project: ProjectRow, turn: TurnRow, event: PreparedBase) => ({
  sessionId: session.row.id,
  projectId: project.id,
  branch: branchOf(event) ?? session.row.branch,
  turn: turn.number,
  toolName: null as string | null,
  toolUseId: null as string | null,
  input: "",
  isError: null as number | null,
  files: "[]",
  cwd: event.cwd,
  messageId: null as string | null,
  status: "active",
  createdAt: event.at,
});

interface NewEvent {
  kind: "tool" | "message";
  text: string;
  originalChars: number;
  dedupeKey: string;
  toolName?: string | null;
  toolUseId?: string | null;
  input?: string;
  isError?: boolean | null;
  files?: string;
  messageId?: string | null;
}

function insert(
  chunk: Chunk,
  session: SessionState,
  project: ProjectRow,
  turn: TurnRow,
  event: PreparedBase,
  values: NewEvent,
): void {
  const isError = flag(values.isError ?? null);
  const row = chunk.sql.insertEvent.get({ ...blank(session, project, turn, event), ...values, isError });
  announce(chunk, session, project, turn, row, "event.created", event.at);
}

function update(chunk: Chunk, row: EventRow): EventRow {
  return chunk.sql.updateEvent.get({ ...row, isError: flag(row.isError) });
}

function announce(
  chunk: Chunk,
  session: SessionState,
  project: ProjectRow,
  turn: TurnRow,
  row: EventRow,
  kind: "event.created" | "event.updated",
  at: number,
): void {
  touchSession(chunk, session, project.id, at);
  evidenceAdded(chunk, session, turn);
  indexEntity(chunk.tx, chunk.now, "event", row);
  tell(chunk, {
    kind,
    projectId: project.id,
    sessionId: session.row.id,
    entityType: "event",
    entityId: row.id,
    data: { turn: turn.number, kind: row.kind },
  });
}

/** For senders without ids: the same content in the same turn is the same event. */
function contentKey(turn: TurnRow, ...parts: string[]): string {
  const hash = createHash("sha256");
  for (const part of parts) hash.update(part).update("\u0000");
  return `h:${turn.number}:${hash.digest("base64url")}`;
}
