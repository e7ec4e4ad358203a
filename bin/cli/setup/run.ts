/** What set-up and its taking back do alike: show, ask, write, and say what to do else. */
import { AppError } from "../../../lib/contract/errors";
import { errorLines } from "../error-text";
import { applyPlan } from "./apply";
import { TERMINAL, type Terminal } from "./ask";
import type { Place } from "./place";
import { type AgentPlan, isRefused } from "./plan";
import { planLines } from "./show";

export interface RunOptions {
  dryRun?: boolean;
  yes?: boolean;
}

interface Run {
  plans: readonly AgentPlan[];
  place: Place;
  options: RunOptions;
  question: string;
  /** Lines on what else is written, by `before`; none where that is nothing. */
  beside?: readonly string[];
  /** Before the first file is written. */
  before?: () => Promise<void> | void;
  terminal?: Terminal;
}

export interface Ran {
  /** The plans that were carried out, those without a change included. */
  done: AgentPlan[];
  /** False where nothing was written because nobody agreed. */
  isAgreed: boolean;
}

/** Where one file of a plan is left alone, all of it is: half of it connected would only confuse. */
export async function runPlans({
  plans,
  place,
  options,
  question,
  beside = [],
  before,
  terminal = TERMINAL,
}: Run): Promise<Ran> {
  if (beside.length > 0) console.log([...beside, ""].join("\n"));
  for (const plan of plans) console.log([...planLines(plan), ""].join("\n"));
  const refused = plans.filter(isRefused);
  for (const { title } of refused)
    console.error(`${title} was left alone; mend the file that is named above, and run the command again.`);
  if (refused.length > 0) process.exitCode = 1;
  const able = plans.filter((plan) => !isRefused(plan));
  const isDue = beside.length > 0 || able.some(({ changes }) => changes.some(({ kind }) => kind !== "same"));
  if (options.dryRun === true) {
    if (isDue) console.log("Nothing was written (--dry-run).");
    return { done: [], isAgreed: false };
  }
  if (isDue && options.yes !== true) {
    if (!terminal.isThere()) {
      console.log("Nothing was written: run the command again with --yes to agree.");
      process.exitCode = 1;
      return { done: [], isAgreed: false };
    }
    if (!(await terminal.confirm(question))) {
      console.log("Nothing was written.");
      return { done: [], isAgreed: false };
    }
  }
  await before?.();
  return { done: able.filter((plan) => apply(plan, place)), isAgreed: true };
}

/** One agent's trouble is no reason to leave out the next. */
function apply(plan: AgentPlan, place: Place): boolean {
  try {
    for (const backup of applyPlan(plan, place)) console.log(`What was there before: ${backup}`);
    return true;
  } catch (error) {
    // A conflict is our own sentence; what the system says names a file and no agent.
    if (!(error instanceof AppError)) console.error(`${plan.title} could not be written whole.`);
    for (const line of errorLines(error)) console.error(line);
    process.exitCode = 1;
    return false;
  }
}
