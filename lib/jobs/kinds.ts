/** Every kind of job, `noun.verb`: who asks for one need not know who does it. `handlers.ts` says that. */
export const JOB = {
  closeTurn: "turn.close",
  extractTurn: "turn.extract",
  purge: "purge",
  rebuildVectors: "vectors.rebuild",
  rebuildWords: "words.rebuild",
  checkIndexes: "index.check",
  optimizeVectors: "vectors.optimize",
  backUp: "backup.daily",
  retainEvidence: "evidence.retain",
  indexVector: "vector.index",
  compareMemory: "memory.compare",
  extractSession: "session.extract",
  extractStale: "sessions.extract_stale",
  forgetMemories: "memories.forget",
  consolidateMemories: "memories.consolidate",
  askMaintenance: "maintenance.ask",
} as const;
