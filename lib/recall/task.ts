/** The current task of a branch: the one that a session named, else what its newest session left open. */
import type { App } from "../context";
import { loadRows } from "../search/rows-query";
import { newestTask } from "../reflections/repo";
import { oneLine } from "../text/fence";
import { isRemoved } from "../inject/lines";
import { turnsUpTo } from "../inject/recent-query";
import { rollUp } from "../observations/roll-up";
import { type TaskLine, taskLine } from "./lines";
import { openSummaryId } from "./recall-query";

/**
 * What a session of the branch named last as its task (C25), unless that is older than what the newest session left open: the next steps that the newest session of these projects and this branch left open; null when it left none, nothing of them may be
 * said, or it is the session that asks. What was asked last is no task: it was answered. `isWithdrawn`: what a memory said that
 * was taken back since.
 */
export function currentTask(
  app: App,
  projectIds: number[],
  branch: string | null,
  asking: { host: string | null; session: string } | null,
  isWithdrawn: (text: string) => boolean,
): TaskLine | null {
  const named = newestTask(app.db, projectIds, branch);
  const open = openSteps(app, projectIds, branch, asking, isWithdrawn);
  if (named === undefined || (open !== null && open.at > named.updatedAt)) return open?.line ?? null;
  const text = oneLine(named.content);
  if (text === "" || isRemoved(text) || isWithdrawn(text)) return open?.line ?? null;
  return taskLine({ ...named, createdAt: named.updatedAt }, text, "task");
}

function openSteps(
  app: App,
  projectIds: number[],
  branch: string | null,
  asking: { host: string | null; session: string } | null,
  isWithdrawn: (text: string) => boolean,
): { line: TaskLine; at: number } | null {
  const id = openSummaryId(app.db, projectIds, branch, asking);
  const row = id === null ? undefined : loadRows(app.db, "summary", [id]).get(id);
  if (row === undefined) return null;
  // What earlier turns left open stands until one of the session did it.
  const next = rollUp(turnsUpTo(app, row, branch))
    .nextSteps.split(/[\r\n\u2028\u2029]+/)
    .map(oneLine)
    .filter((line) => line !== "" && !isRemoved(line) && !isWithdrawn(line))
    .join(" ");
  return next === "" ? null : { line: taskLine(row, `Next: ${next}`), at: row.createdAt };
}
