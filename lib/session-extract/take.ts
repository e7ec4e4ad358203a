/** What a session-end hook hands in: accepted as a durable job, so that the hook may go (E61, E91). */
import type { App } from "../context";
import type { SessionExtractAccepted, SessionExtractRequest } from "../contract/session-extract";
import { write } from "../db/write";
import { SessionId } from "../hosts/fields";
import { JOB } from "../jobs/kinds";
import { enqueue } from "../jobs/repo";
import { ensureProject, identifyProject } from "../projects/service";
import { readSettings } from "../settings/service";
import { cleanText } from "../text/clean";

/** Answers once the job is durable; what comes of it is told in the log and the feed. Throws `ZodError` for an id that is none. */
export function takeSessionEnd(app: App, body: SessionExtractRequest): SessionExtractAccepted {
  if (body.stop_hook_active === true && readSettings(app).stop_hook_safe) {
    return { status: "skipped", reason: "stop_hook_active" };
  }
  // An id that holds a secret becomes a hash, which names no session: nothing of it is kept.
  const sessionId = SessionId.parse(body.session_id);
  const cwd = cleanText(body.cwd ?? "", { cap: 4096 }).text.trim();
  const identity = cwd === "" ? null : identifyProject(app, { cwd });
  return write(app, (tx) => {
    const now = app.now();
    const project = identity === null || identity.kind === "unknown" ? null : ensureProject(tx, now, identity);
    if (project?.mode === "off" || project?.mode === "read-only") {
      return { status: "skipped", reason: `project_${project.mode.replace("-", "_")}` };
    }
    enqueue(tx, now, {
      kind: JOB.extractSession,
      key: `${body.host}:${sessionId}`,
      payload: { sessionId, projectId: project?.id ?? null },
    });
    return { status: "accepted", reason: null };
  });
}
