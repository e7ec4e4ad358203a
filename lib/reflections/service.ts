/** codewatch-memory's five tools as services (C7–C15): what MCP, the command line and the console call. */
import type { App } from "../context";
import { type ReflectAnswer, type ReflectInput } from "../contract/codewatch";
import type { Actor } from "../contract/common";
import { requireWritable } from "../memories/service";
import { projectById } from "../projects/repo";
import { branchScope } from "./branch-scope";
import { reflectBranch } from "./reflect";
import { codewatchScope } from "./scope";
import { currentSession } from "./session";

export { observe } from "./observe";
export { recallObservations } from "./recall";
export { recallText } from "./recall-text";
export { sessionInfo, switchContext } from "./info";

const NOTHING = "Nothing to compress: no observation of this branch waits for it.";

/**
 * C13: compresses all that no reflection of the branch holds yet (the oldest 100,000 tokens of it), with what the last one says. An
 * explicit level is where it starts. Answers a sentence where there is nothing to do. By a language model where one is switched on and the
 * project allows it, else, and where it fails, by rules. Throws `validation_failed` where no project is named, `forbidden` where the
 * project takes no writes of agents.
 */
export async function reflect(app: App, input: ReflectInput, actor: Actor): Promise<ReflectAnswer> {
  const { compression_level, ...place } = input;
  const scope = codewatchScope(app, place);
  const project = scope.projectId === 0 ? undefined : projectById(app.db, scope.projectId);
  if (project === undefined) return { message: NOTHING };
  requireWritable(project.mode, actor);
  const session = currentSession(app, app.db, scope);
  const reflected = await reflectBranch(app, {
    scope: branchScope(app, scope),
    level: compression_level,
    sessionId: session?.id ?? null,
    actor,
  });
  return reflected ?? { message: NOTHING };
}
