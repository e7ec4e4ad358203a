/** What bears on a prompt, in the shape that claude-mem's hooks ask for (M40). */
import type { App } from "../context";
import type { SemanticContext, SemanticInput } from "../contract/recall";
import { AppError } from "../contract/errors";
import { recallForPrompt } from "./service";

/**
 * The block of {@link recallForPrompt}, handed out and stored as such, and how many rows it holds. A prompt that is empty, private or that nothing
 * bears on gets an empty one. Throws `validation_failed` when there is no prompt at all.
 */
export async function semanticContext(app: App, input: SemanticInput): Promise<SemanticContext> {
  const prompt = input.q ?? input.query ?? input.prompt;
  if (prompt === undefined) {
    throw new AppError("validation_failed", "q is missing.", {
      hint: "Send the prompt as q.",
      details: [{ path: "q", message: "is missing" }],
    });
  }
  const { project, cwd, branch, host, limit } = input;
  const session = input.session ?? input.claudeSessionId ?? input.contentSessionId ?? input.session_id;
  const injection = await recallForPrompt(app, {
    prompt,
    project,
    cwd,
    branch,
    host,
    session,
    limit,
    mayBeAnywhere: true,
  });
  const rows = injection.trace.filter(
    ({ included, type }) => included && (type === "memory" || type === "observation"),
  );
  return { context: injection.text, count: rows.length };
}
