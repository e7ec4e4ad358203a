/** The current task of a branch, read from what its newest session left open: there is no table of tasks yet. */
import type { App } from "../context";
import { loadRows } from "../search/rows-query";
import { oneLine } from "../text/fence";
import { isRemoved } from "../inject/lines";
import { type TaskLine, taskLine } from "./lines";
import { openSummaryId } from "./recall-query";

/**
 * The next steps that the newest session of these projects and this branch left open; null when it left none, nothing of them may be
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
  const id = openSummaryId(app.db, projectIds, branch, asking);
  const row = id === null ? undefined : loadRows(app.db, "summary", [id]).get(id);
  if (row === undefined) return null;
  const next = row.nextSteps
    .split(/[\r\n\u2028\u2029]+/)
    .map(oneLine)
    .filter((line) => line !== "" && !isRemoved(line) && !isWithdrawn(line))
    .join(" ");
  return next === "" ? null : taskLine(row, `Next: ${next}`);
}
