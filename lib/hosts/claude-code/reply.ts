/** What Claude Code reads back from a hook. */

/** Events whose `additionalContext` reaches the model. */
export const CONTEXT_EVENTS = ["SessionStart", "UserPromptSubmit"] as const;

/** Nothing to say, or context for the model. Never a decision: a memory must not steer permissions. */
export function hookReply(event: string, context: string | null): object {
  const quiet = { continue: true, suppressOutput: true };
  if (context === null || context === "") return quiet;
  return { ...quiet, hookSpecificOutput: { hookEventName: event, additionalContext: context } };
}
