/** What a turn would have cost one tool use at a time. Pure. */
import type { TurnEvidence, TurnTool } from "../../contract/extraction";
import { estimateTokens } from "../../text/estimate";

/** As observers of that kind cap what they tell of a tool use, input and output each. */
const MAX_PART = 16_000;
/** Characters of a conversation after which they begin a new one. */
const MAX_HISTORY = 400_000;

export interface Batch {
  /** Tool uses that one request tells of. */
  items: number;
  /** Input tokens of one request for each instead. */
  unbatchedTokens: number;
}

/**
 * The estimate behind "saved by batching". An observer that asks once a tool use sends the k-th of n as a conversation:
 *
 *     request(k) = base + size(1) + … + size(k)      size(i) = min(input, 16,000) + min(output, 16,000) characters
 *     unbatched  = (request(1) + … + request(n)) / 4  tokens, 4 characters each
 *
 * where `baseChars` are instructions and prompt, and a conversation above 400,000 characters begins anew. It leaves out
 * what the observer answered, which is resent too: an estimate on the low side. Linear.
 */
export function batchOf(evidence: TurnEvidence, baseChars: number): Batch {
  let chars = 0;
  let history = 0;
  let items = 0;
  for (const item of evidence.items) {
    if (item.kind !== "tool") continue;
    items += 1;
    history += sizeOf(item);
    chars += baseChars + history;
    if (history > MAX_HISTORY) history = 0;
  }
  return { items, unbatchedTokens: estimateTokens(chars) };
}

const sizeOf = ({ input, output }: TurnTool): number =>
  Math.min(JSON.stringify(input).length, MAX_PART) + Math.min(output.length, MAX_PART);
