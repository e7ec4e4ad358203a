/** From an agent's scope to the rows that belong to it. */
import type { App } from "../context";
import type { BranchScope } from "./observations-query";
import { type CodewatchScope, defaultBranch } from "./scope";

/** What names no branch belongs to the default one. */
export function branchScope(
  app: App,
  { projectId, branch }: Pick<CodewatchScope, "projectId" | "branch">,
): BranchScope {
  const usual = defaultBranch(app);
  return { projectId, branch: branch ?? usual, ownsUnbranched: (branch ?? usual) === usual };
}
