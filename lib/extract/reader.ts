/** Who reads a turn: a language model where one is switched on for it, else the rules. */
import type { App } from "../context";
import type { Extraction } from "../contract/extraction";
import { chooseModel } from "../metering/service";
import { readSettings } from "../settings/service";
import { isKeptFromModels, type TurnContext } from "./repo";

/**
 * True when a language model is to be asked about the turn. Only at its end, and not about turns of imported transcripts:
 * years of them must not spend the day's budget; `by: "llm"` asks about these too. Never about a turn in which the rules
 * find nothing at all, nor about one that touches a project that is switched off.
 */
export function isAskedOf(
  app: App,
  context: TurnContext,
  byRules: Extraction,
  by: "llm" | "rules" | undefined,
): boolean {
  if (by === "rules" || isSilent(byRules)) return false;
  const { turn, project } = context;
  const isUsual = !turn.fromTranscript && turn.status !== "open" && readSettings(app).llm_turns;
  if (by !== "llm" && !isUsual) return false;
  if (!project.llmEnabled || chooseModel(app) === null) return false;
  return !isKeptFromModels(app.db, turn.sessionId, turn.number);
}

const isSilent = ({ observations, summary, memories, withdrawals }: Extraction): boolean =>
  observations.length === 0 && summary === null && memories.length === 0 && withdrawals === undefined;

const SHORTEST_QUIET_MS = 5_000;
const LONGEST_QUIET_MS = 600_000;

/**
 * Milliseconds to wait before a turn that was read by a model is sent again: half its age, so that a client which ends its
 * turn after every tool use costs a handful of requests, not one each. Asking again while it waits puts it off.
 */
export function quietBefore(turn: TurnContext["turn"], now: number): number {
  if (turn.extractedBy !== "llm") return 0;
  return Math.min(LONGEST_QUIET_MS, Math.max(SHORTEST_QUIET_MS, (now - turn.startedAt) / 2));
}
