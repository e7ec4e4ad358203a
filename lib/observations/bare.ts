/** Observations that tell which tools were used and nothing that came of it: shown and found, but not told to agents while there is better. */

/** Below whatever an extraction concludes. */
export const BARE_CONFIDENCE = 0.3;

/** True while its turn goes on, and afterwards where nothing better was found to say of it. */
export const isBare = (row: { source: string; confidence: number }): boolean =>
  row.source === "running" || (row.source === "rules" && row.confidence === BARE_CONFIDENCE);
