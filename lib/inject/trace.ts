/** The trace of a block: what stands in it and why, what was cut and why. The block is made from it. Pure. */
import type { InjectedEntry, TraceEntry } from "../contract/inject";
import { reason, type Reason } from "../contract/trace-reason";
import { estimateTokens } from "../text/estimate";

/** `type` of the entries that hold the block's own words: preamble, titles, days, hints, closing lines. */
export const FRAME = "frame";

/** The block, byte for byte; empty where nothing is in. */
export const rebuildBlock = (trace: readonly Pick<TraceEntry, "text">[]): string =>
  trace.flatMap(({ text }) => (text === null ? [] : [text])).join("\n");

/** Lines of ours. `layer` is that of the items they belong to. */
export function frameEntry(lines: string[], layer = FRAME, why: Reason = reason("frame")): TraceEntry {
  const text = lines.join("\n");
  return {
    layer,
    type: FRAME,
    id: 0,
    revision: 0,
    chars: text.length,
    tokens: estimateTokens(text.length),
    included: true,
    reason: why,
    score: null,
    parts: null,
    text,
  };
}

/** What a block holds by entity: neither its frame nor what was cut. */
export const heldBy = (trace: readonly TraceEntry[]): TraceEntry[] =>
  trace.filter((entry) => entry.included && entry.type !== FRAME);

/** As long as nothing was compared with it. */
export const unused = (entry: TraceEntry): InjectedEntry => ({
  ...entry,
  used: null,
  used_turn: null,
  used_at: null,
  overlap: null,
});
