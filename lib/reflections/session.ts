/** Which session a call belongs to, and a new one where there is none (C18, C54). */
import { randomUUID } from "node:crypto";
import { appendActivity } from "../activity/repo";
import type { App, Handle, Tx } from "../context";
import { hostNamed } from "../hosts/names";
import { branchScope } from "./branch-scope";
import type { CodewatchScope } from "./scope";
import { activeSession, insertSession, sessionNamed, type SessionRow, touchSession } from "./sessions-repo";

export type { SessionRow };

/** Sessions of who names no host. */
const HOST = "api";

/** The agent's own session, else the newest active one of the project on the branch (C54). A forgotten one is none. */
export function currentSession(app: App, handle: Handle, scope: CodewatchScope): SessionRow | undefined {
  const own = ownSession(handle, scope);
  if (own !== undefined) return own.status === "deleted" ? undefined : own;
  if (scope.projectId === 0) return undefined;
  const { projectId, branch, ownsUnbranched } = branchScope(app, scope);
  return activeSession(handle, projectId, branch, ownsUnbranched);
}

const ownSession = (handle: Handle, { host, session }: CodewatchScope): SessionRow | undefined =>
  session === null ? undefined : sessionNamed(handle, host === null ? null : hostNamed(host), session);

/** C54: that session, moved forward in time, or a new one. */
export function ensureSession(app: App, tx: Tx, now: number, scope: CodewatchScope): SessionRow {
  const known = currentSession(app, tx, scope);
  if (known !== undefined) {
    touchSession(tx, known.id, now);
    return known;
  }
  // A session that was forgotten gets nothing more: what is said after it stands in one of its own.
  const isNamed = scope.session !== null && ownSession(tx, scope) === undefined;
  const row = insertSession(tx, {
    host: scope.host === null ? HOST : hostNamed(scope.host),
    hostSessionId: isNamed && scope.session !== null ? scope.session : randomUUID(),
    projectId: scope.projectId,
    branch: scope.branch,
    cwd: scope.cwd,
    startedAt: now,
    lastEventAt: now,
  });
  appendActivity(tx, now, { kind: "session.started", projectId: scope.projectId, sessionId: row.id });
  return row;
}
