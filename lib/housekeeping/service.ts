/** What a person sees of housekeeping, and how they ask for a run. */
import type { App } from "../context";
import type { Housekeeping, HousekeepingAsked, HousekeepingRun, RunState } from "../contract/housekeeping";
import { write } from "../db/write";
import { hasJobOfKind } from "../jobs/query";
import { enqueue } from "../jobs/repo";
import { requireMeaning } from "./find-pairs";
import { previewForgetting } from "./forget";
import { latestOperation } from "./runs-query";
import { dueState, RUN_JOBS } from "./schedule";

const OPERATIONS: Record<HousekeepingRun, string[]> = {
  forget: ["memory.expire", "memory.fade"],
  consolidate: ["memory.consolidate"],
};

/** Last runs, next ones, and what forgetting would archive now: a dry run. */
export async function describeHousekeeping(app: App): Promise<Housekeeping> {
  return {
    forget: stateOf(app, "forget"),
    consolidate: stateOf(app, "consolidate"),
    forgettable: await previewForgetting(app),
  };
}

/** Orders a run for now, due or not; it works in the background. Throws `not_ready` where consolidation can't compare. */
export function askForRun(app: App, run: HousekeepingRun): HousekeepingAsked {
  if (run === "consolidate") requireMeaning(app);
  write(app, (tx) => enqueue(tx, app.now(), { kind: RUN_JOBS[run], key: "asked" }));
  return { ok: true, run };
}

function stateOf(app: App, run: HousekeepingRun): RunState {
  const found = OPERATIONS[run].flatMap((kind) => latestOperation(app.db, kind) ?? []);
  return {
    ...dueState(app, run),
    isWaiting: hasJobOfKind(app.db, RUN_JOBS[run]),
    lastOperations: found.map(({ id, kind, title, undoneBy, createdAt }) => ({
      id,
      kind,
      title,
      undone_by: undoneBy,
      created_at: createdAt,
    })),
  };
}
