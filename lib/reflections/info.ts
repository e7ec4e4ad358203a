/** Where a session and its branch stand (C14), and going to another branch (C15, C57). */
import type { App } from "../context";
import { type SessionInfo, type SwitchAnswer, SwitchInput } from "../contract/codewatch";
import type { Actor } from "../contract/common";
import { write } from "../db/write";
import { excludedFrom } from "../inject/barred-query";
import { requireWritable } from "../memories/service";
import { recordOperation } from "../operations/record";
import { isPaused } from "../pauses/service";
import { ensureProject } from "../projects/service";
import { projectById } from "../projects/repo";
import { categoryOfObservation, priorityOfObservation } from "../recall/categories";
import { readSettings } from "../settings/service";
import { cutText } from "../text/degenerate";
import { branchScope } from "./branch-scope";
import { contentOf } from "./entries";
import { categoryCounts, newestOf, unreflectedWeight } from "./observations-query";
import { currentTaskOf } from "./recall";
import { ratioText } from "./reflect";
import { countReflections, latestReflection, putTask, taskOfSession } from "./repo";
import { codewatchScope, type CodewatchScope, forgetBranches } from "./scope";
import { currentSession, ensureSession } from "./session";

const RECENT = 5;
const RECENT_CHARS = 100;
/** C15: the branch that is checked out. */
const AUTO = "auto";

/** C14. Changes nothing; a project that is not known yet has no session. */
export function sessionInfo(app: App, scope: CodewatchScope): SessionInfo {
  const session = currentSession(app, app.db, scope);
  const branch = branchScope(app, scope);
  const { reflect_threshold, auto_reflect } = readSettings(app);
  const { count, tokens } = unreflectedWeight(app.db, branch);
  const reflection = latestReflection(app.db, branch);
  const paused = (what: "capture" | "recall"): boolean =>
    isPaused(app.db, what, { projectId: scope.projectId, sessionId: session?.id ?? null });
  return {
    session_id: session?.hostSessionId ?? null,
    branch: branch.branch,
    project: projectById(app.db, scope.projectId)?.name ?? null,
    project_dir: scope.cwd ?? session?.cwd ?? null,
    started_at: timeOf(session?.startedAt),
    last_active_at: timeOf(session?.lastEventAt),
    observation_count: count,
    observation_tokens: tokens,
    reflection_count: countReflections(app.db, branch),
    reflect_threshold,
    tokens_until_reflect: Math.max(0, reflect_threshold - tokens),
    auto_reflect,
    categories: categoryCounts(app.db, branch),
    current_task: currentTaskOf(app, scope, session?.id ?? null),
    last_reflection:
      reflection === undefined
        ? null
        : {
            level: reflection.level as 0,
            ratio: ratioText(reflection.inputTokens, reflection.outputTokens),
            time: new Date(reflection.createdAt).toISOString(),
          },
    capture_paused: paused("capture"),
    recall_paused: paused("recall"),
  };
}

const timeOf = (at: number | undefined): string | null => (at === undefined ? null : new Date(at).toISOString());

/**
 * C15: finds or makes the session of the branch; `auto` looks up anew what is checked out. The caller keeps `switched_to` for its later
 * calls. The current task goes along only when asked. Throws `validation_failed` where no project is named, `forbidden` where the project
 * takes no writes of agents.
 */
export function switchContext(app: App, asked: SwitchInput, actor: Actor): SwitchAnswer {
  const { branch, carry_task, from, ...place } = SwitchInput.parse(asked);
  // As it was taken until now: what is looked up anew is where it goes.
  const before = codewatchScope(app, { ...place, ...(from === undefined ? {} : { branch: from }) });
  if (branch === AUTO) forgetBranches(app);
  const scope = codewatchScope(app, { ...place, ...(branch === AUTO ? {} : { branch }) });
  const own = { ...scope, session: null };
  const made = write(app, (tx) => {
    const now = app.now();
    const project = projectById(tx, scope.projectId) ?? ensureProject(tx, now, scope.identity);
    requireWritable(project.mode, actor);
    const target = { ...own, projectId: project.id };
    const text = carry_task ? carried(app, before) : null;
    const session = ensureSession(app, tx, now, target);
    const put =
      text === null
        ? null
        : putTask(tx, now, {
            sessionId: session.id,
            projectId: project.id,
            branch: target.branch,
            content: text,
            source: "agent",
          });
    if (put !== null) {
      recordOperation(tx, now, {
        kind: "task.move",
        title: `Took the current task along to session ${session.id}`,
        actor,
        projectId: project.id,
        changes: [{ table: "tasks", id: put.after.id, ...put }],
      });
    }
    return { target, session, isCarried: text !== null };
  });
  const there = branchScope(app, made.target);
  const { count, tokens } = unreflectedWeight(app.db, there);
  const excluded = excludedFrom(app.db, "observation", [made.target.projectId]);
  const isClosed = isPaused(app.db, "recall", { projectId: made.target.projectId, sessionId: made.session.id });
  const recent = isClosed ? [] : newestOf(app.db, there, RECENT + excluded.size).filter(({ id }) => !excluded.has(id));
  return {
    switched_from: branchScope(app, before).branch,
    switched_to: there.branch,
    session_id: made.session.hostSessionId,
    observation_count: count,
    observation_tokens: tokens,
    categories: categoryCounts(app.db, there),
    recent_observations: recent.slice(0, RECENT).map((row) => ({
      id: row.id,
      category: categoryOfObservation(row),
      priority: priorityOfObservation(row),
      content: cutText(contentOf(row), RECENT_CHARS),
    })),
    task_carried: made.isCarried,
  };
}

function carried(app: App, scope: CodewatchScope): string | null {
  const session = currentSession(app, app.db, scope);
  const task = session === undefined ? undefined : taskOfSession(app.db, session.id);
  return task?.status === "active" ? task.content : currentTaskOf(app, scope, null);
}
