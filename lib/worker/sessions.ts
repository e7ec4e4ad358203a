/** Which session a sender of the worker API means, and what is told of one (M6, M14). */
import { AppError, noSuch } from "../contract/errors";
import type { SessionStatusReply } from "../contract/worker-capture";
import type { App } from "../context";
import { SessionId } from "../hosts/fields";
import { hostNamed } from "../hosts/names";
import { sessionRow } from "./rows-query";
import {
  type KnownSession,
  lastTurn,
  newestSession,
  pendingMessages,
  sessionById,
  type SessionKey,
  sessionOfHost,
} from "./sessions-query";

/** The field is Claude Code's, and so are ids of this form that come without another host's name. */
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** As capture stores it. Throws `validation_failed` for an id that holds nothing but what no id contains. */
function storedId(claudeSessionId: string): string {
  const id = SessionId.safeParse(claudeSessionId);
  if (id.success) return id.data;
  throw new AppError("validation_failed", "claudeSessionId is no session id.", {
    hint: "Give 1 to 300 printable characters.",
    details: [{ path: "claudeSessionId", message: "is no session id" }],
  });
}

/**
 * The session that new evidence is of: of the host that the sender names, else the newest with that id, else a new one.
 * Throws `validation_failed` for an unusable id.
 */
export function sessionKeyOf(app: App, claudeSessionId: string, platform: string | undefined): SessionKey {
  const hostSessionId = storedId(claudeSessionId);
  if (platform !== undefined && platform.trim() !== "") return { host: hostNamed(platform), hostSessionId };
  const host = newestSession(app.db, hostSessionId)?.host ?? (UUID.test(hostSessionId) ? "claude-code" : "api");
  return { host, hostSessionId };
}

/** {@link sessionKeyOf} for what happens to a session that is there: one of another host than the named one counts too. */
export function knownSessionKey(app: App, claudeSessionId: string, platform: string | undefined): SessionKey {
  const key = sessionKeyOf(app, claudeSessionId, platform);
  return sessionOfHost(app.db, key) ?? newestSession(app.db, key.hostSessionId) ?? key;
}

/** By our numeric id. Throws `not_found`, also for a forgotten one. */
export function requireWorkerSession(app: App, id: number): KnownSession {
  const session = sessionById(app.db, id);
  if (session === undefined || session.status === "deleted") {
    throw noSuch("session", id, "POST /api/sessions/init answers the sessionDbId of a session.");
  }
  return session;
}

/** Numeric id and newest turn of a session; undefined where nothing of it was captured. */
export function capturedSession(app: App, key: SessionKey): { id: number; lastTurn: number } | undefined {
  const session = sessionOfHost(app.db, key);
  if (session === undefined || session.status === "deleted") return undefined;
  return { id: session.id, lastTurn: lastTurn(app.db, session.id) };
}

/** M14: a session that goes on, and what waits for it. Calls of language models are not counted by session: 0 tokens. */
export function sessionStatus(app: App, id: number): SessionStatusReply {
  const row = sessionRow(app.db, id);
  if (row === null || row.status !== "active") return { status: "not_found" };
  const pending = pendingMessages(app.db, id);
  return {
    status: "active",
    sessionDbId: row.id,
    claudeSessionId: row.claude_session_id,
    contentSessionId: row.content_session_id,
    sdkSessionId: row.sdk_session_id,
    memorySessionId: row.memory_session_id,
    project: row.project,
    platformSource: row.platform_source,
    userPrompt: row.user_prompt,
    queueLength: pending.length,
    pendingMessages: pending,
    lastPromptNumber: row.prompt_counter,
    startTime: row.created_at_epoch,
    uptime: Math.max(0, app.now() - row.created_at_epoch),
    cumulativeInputTokens: 0,
    cumulativeOutputTokens: 0,
  };
}
