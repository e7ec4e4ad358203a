/** Registry: which handler does which kind of job, in which lane. */
import { BACKUP_JOB, backupHandler } from "../backups/daily-job";
import { closeTurns } from "../capture/close-turn";
import { EXTRACT_JOB, extractHandler } from "../extract/job";
import { PURGE_JOB, purgeHandler } from "../operations/purge-job";
import { VECTOR_JOB } from "../search/indexing";
import { VECTORS_REBUILD, vectorsRebuildHandler, WORDS_REBUILD, wordsRebuildHandler } from "../search/rebuild";
import { vectorIndexHandler } from "../search/vector-jobs";
import type { JobHandler } from "./types";
import { INDEX_CHECK, indexCheckHandler, optimizeHandler, VECTORS_OPTIMIZE } from "./upkeep";

export interface Lane {
  name: string;
  /** Most urgent first. Jobs of one lane never overlap. */
  kinds: { kind: string; handler: JobHandler }[];
}

export const LANES: Lane[] = [
  {
    name: "turns",
    kinds: [
      { kind: "turn.close", handler: closeTurns },
      { kind: EXTRACT_JOB, handler: extractHandler },
    ],
  },
  {
    // What writes the vector index, and what proves that something is gone from it: one after the other.
    name: "index",
    kinds: [
      { kind: PURGE_JOB, handler: purgeHandler },
      { kind: VECTORS_REBUILD, handler: vectorsRebuildHandler },
      { kind: WORDS_REBUILD, handler: wordsRebuildHandler },
      { kind: INDEX_CHECK, handler: indexCheckHandler },
      { kind: VECTORS_OPTIMIZE, handler: optimizeHandler },
      { kind: BACKUP_JOB, handler: backupHandler },
      { kind: VECTOR_JOB, handler: vectorIndexHandler },
    ],
  },
];
