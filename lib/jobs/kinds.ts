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
  indexVector: "vector.index",
} as const;
