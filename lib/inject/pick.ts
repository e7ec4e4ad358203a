/** Fills one layer of the block: takes items in order while they fit, and says of each why it is in or out. Pure. */
import type { TraceEntry } from "../contract/inject";
import { reason, type Reason } from "../contract/trace-reason";
import { estimateTokens } from "../text/estimate";
import { holds, minus, NOTHING, plus, type Room, sumOf } from "./room";
import { frameEntry } from "./trace";

export interface Item {
  line: string;
  /** Stands above the first item of each group. */
  heading?: string;
  type: TraceEntry["type"];
  id: number;
  revision: number;
  score: number | null;
  parts: Record<string, number> | null;
  /** Why it is in the block, if it gets in. */
  reason: Reason;
  /** Set when it may not get in whatever the room: why. */
  barred?: Reason;
  /** Barred from every layer: not even the index may name it. */
  isWithheld?: boolean;
}

export interface LayerRules {
  layer: string;
  title: string;
  room: Room;
  maxCount: number;
  /** Of the items' lines alone; the first item may exceed it (E36), 0 leaves the layer out. */
  maxChars: number;
}

export interface Layer<T extends Item = Item> {
  used: Room;
  taken: T[];
  cut: T[];
  /** Every item in order, and where one got in the title and headings above it. */
  trace: TraceEntry[];
}

export function pick<T extends Item>(items: T[], rules: LayerRules): Layer<T> {
  const taken: T[] = [];
  const cut: T[] = [];
  const entries: TraceEntry[] = [];
  const title = ["", rules.title];
  let used = sumOf(title);
  let chars = 0;
  let heading: string | undefined;
  for (const item of items) {
    const above = item.heading === undefined || item.heading === heading ? [] : [item.heading];
    const cost = sumOf([...above, item.line]);
    const refusal = item.barred ?? refuse(item, cost);
    if (refusal === null && above.length > 0) entries.push(frameEntry(above, rules.layer, reason("day")));
    entries.push(entryOf(item, rules.layer, refusal));
    if (refusal !== null) {
      cut.push(item);
      continue;
    }
    taken.push(item);
    used = plus(used, cost);
    chars += item.line.length;
    heading = item.heading;
  }
  if (taken.length === 0) return { used: NOTHING, taken, cut, trace: entries };
  return { used, taken, cut, trace: [frameEntry(title, rules.layer, reason("title")), ...entries] };

  function refuse(item: Item, cost: Room): Reason | null {
    if (rules.maxChars === 0 || rules.maxCount <= 0) return reason("layerOff");
    if (taken.length >= rules.maxCount) return reason("layerCount", { most: rules.maxCount });
    if (taken.length > 0 && chars + item.line.length > rules.maxChars) return reason("layerChars");
    return holds(minus(rules.room, used), cost) ? null : reason("blockFull");
  }
}

const entryOf = (item: Item, layer: string, refusal: Reason | null): TraceEntry => ({
  layer,
  type: item.type,
  id: item.id,
  revision: item.revision,
  chars: item.line.length,
  tokens: estimateTokens(item.line.length),
  included: refusal === null,
  reason: refusal ?? item.reason,
  score: item.score,
  parts: item.parts,
  text: refusal === null ? item.line : null,
});
