/** The current task of a branch, read from what its newest session came to: there is no table of tasks yet. */
import type { App } from "../context";
import { loadRows } from "../search/rows-query";
import { oneLine } from "../text/fence";
import { isRemoved } from "../inject/lines";
import { type TaskLine, taskLine } from "./lines";
import { newestSummaryId } from "./recall-query";

/**
 * The open next steps of the newest session of these projects and this branch, or for want of any what it was asked last; null when
 * nothing of it may be said, or it is the session that asks. `isWithdrawn`: what a memory said that was taken back since.
 */
export function currentTask(
  app: App,
  projectIds: number[],
  branch: string | null,
  asking: { host: string | null; session: string } | null,
  isWithdrawn: (text: string) => boolean,
): TaskLine | null {
  const id = newestSummaryId(app.db, projectIds, branch, asking);
  const row = id === null ? undefined : loadRows(app.db, "summary", [id]).get(id);
  if (row === undefined) return null;
  const standing = (text: string): string =>
    text
      .split(/[\r\n\u2028\u2029]+/)
      .map(oneLine)
      .filter((line) => line !== "" && !isRemoved(line) && !isWithdrawn(line))
      .join(" ");
  const next = standing(row.nextSteps);
  const asked = standing(row.request);
  if (next !== "") return taskLine(row, `Next: ${next}`);
  return asked === "" ? null : taskLine(row, `Last asked: ${asked}`);
}
