/** What a language model notes down about a transcript's end, stored line by line (C23–C26). Without a provider nobody is asked. */
import type { App } from "../context";
import type { Actor } from "../contract/common";
import { askObserver } from "../observe/observer";
import { observe } from "../reflections/service";
import { readSettings } from "../settings/service";
import { type CodewatchMessage, rendered } from "./messages";
import { observedLines } from "./lines";

export interface WatchedTurn {
  messages: readonly CodewatchMessage[];
  projectId: number;
  cwd: string | null;
  branch: string;
  host: string;
  session: string;
  /** Hook event that it came with. */
  event: string;
}

/** Observations that were stored; null = the model failed, and the turn is to be tried again (C17). */
export async function watchTurn(app: App, turn: WatchedTurn, actor: Actor): Promise<number | null> {
  const { projectId, cwd, branch, host, session } = turn;
  const deadline = app.now() + readSettings(app).llm_timeout_seconds * 1000;
  const noted = await askObserver(
    app,
    { messages: rendered(turn.messages), projectId, projectDir: cwd, branch },
    deadline,
  );
  if (noted === null) return 0;
  if ("reason" in noted) return null;
  const place = { ...(cwd === null ? {} : { cwd }), branch, host, session };
  const source_summary = `Auto-observed at ${turn.event}.`;
  const lines = observedLines(noted.observations);
  for (const { text, priority, category } of lines)
    await observe(app, { ...place, content: text, priority, category, source_summary }, actor);
  // C25: what is worked on now becomes the current task.
  if (noted.currentTask !== null)
    await observe(app, { ...place, content: noted.currentTask, category: "task_context", source_summary }, actor);
  return lines.length;
}
