/** Registry: which handler does which kind of job, in which lane. */
import { backupHandler } from "../backups/daily-job";
import { closeTurns } from "../capture/close-turn";
import { extractHandler } from "../extract/job";
import { askTurnHandler } from "../extract/llm/job";
import { observeHandler } from "../extract/running";
import { askHandler, consolidateHandler, forgetHandler } from "../housekeeping/jobs";
import { usageHandler } from "../inject/usage-job";
import { purgeHandler } from "../operations/purge-job";
import { reflectHandler } from "../reflections/job";
import { retainHandler } from "../retention/job";
import { changedFilesHandler, twinsHandler } from "../review/findings-job";
import { compareHandler } from "../review/job";
import { vectorsRebuildHandler, wordsRebuildHandler } from "../search/rebuild";
import { vectorIndexHandler } from "../search/vector-jobs";
import { extractSessionHandler } from "../session-extract/job";
import { staleHandler } from "../session-extract/stale";
import { JOB } from "./kinds";
import type { JobHandler } from "./types";
import { indexCheckHandler, optimizeHandler } from "./upkeep";

export interface Lane {
  name: string;
  /** Its jobs compute on the event loop: after each one it rests as long as it took, so that requests get their turn. */
  givesWay?: boolean;
  /** Most urgent first. Jobs of one lane never overlap. */
  kinds: { kind: string; handler: JobHandler }[];
}

export const LANES: Lane[] = [
  {
    name: "turns",
    givesWay: true,
    kinds: [
      { kind: JOB.closeTurn, handler: closeTurns },
      { kind: JOB.extractTurn, handler: extractHandler },
      { kind: JOB.trackUsage, handler: usageHandler },
    ],
  },
  {
    // Apart from the extraction: what an agent just did shows up at once, also behind a large import or a slow language model.
    name: "running",
    givesWay: true,
    kinds: [{ kind: JOB.observeTurn, handler: observeHandler }],
  },
  {
    // Waits for a language model: nothing that the rules do waits for it.
    name: "models",
    kinds: [{ kind: JOB.askTurn, handler: askTurnHandler }],
  },
  {
    // May wait for a language model as well, longer than a turn does.
    name: "reflections",
    kinds: [{ kind: JOB.reflect, handler: reflectHandler }],
  },
  {
    name: "retention",
    kinds: [{ kind: JOB.retainEvidence, handler: retainHandler }],
  },
  {
    // Waits for a language model, up to minutes; one after the other, since they share the file of checkpoints.
    name: "sessions",
    kinds: [
      { kind: JOB.extractSession, handler: extractSessionHandler },
      { kind: JOB.extractStale, handler: staleHandler },
    ],
  },
  {
    // What writes the vector index, and what proves that something is gone from it: one after the other.
    name: "index",
    kinds: [
      { kind: JOB.purge, handler: purgeHandler },
      { kind: JOB.rebuildVectors, handler: vectorsRebuildHandler },
      { kind: JOB.rebuildWords, handler: wordsRebuildHandler },
      { kind: JOB.checkIndexes, handler: indexCheckHandler },
      { kind: JOB.optimizeVectors, handler: optimizeHandler },
      { kind: JOB.backUp, handler: backupHandler },
      { kind: JOB.indexVector, handler: vectorIndexHandler },
    ],
  },
  {
    // Looks at every memory that was written; it reads the vector index and never writes to it.
    name: "review",
    givesWay: true,
    kinds: [{ kind: JOB.compareMemory, handler: compareHandler }],
  },
  {
    // Long work that nobody waits for, and that must not hold up the index.
    name: "house",
    givesWay: true,
    kinds: [
      { kind: JOB.askMaintenance, handler: askHandler },
      { kind: JOB.forgetMemories, handler: forgetHandler },
      { kind: JOB.consolidateMemories, handler: consolidateHandler },
      { kind: JOB.findChangedFiles, handler: changedFilesHandler },
      { kind: JOB.findTwins, handler: twinsHandler },
    ],
  },
];
