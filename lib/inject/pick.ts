/** Fills one layer of the block: takes items in order while they fit, and says of each why it is in or out. Pure. */
import type { TraceEntry } from "../contract/inject";
import { costOf, holds, minus, plus, type Room, sumOf } from "./room";

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
  reason: string;
  /** Set when it may not get in whatever the room: why. */
  barred?: string;
}

export interface LayerRules {
  layer: string;
  title: string;
  room: Room;
  maxCount: number;
  /** Of the items' lines alone; the first item may exceed it (E36), 0 leaves the layer out. */
  maxChars: number;
}

export interface Layer {
  /** Empty, or a blank line, the title and the items. */
  lines: string[];
  used: Room;
  taken: Item[];
  cut: Item[];
  trace: TraceEntry[];
}

export function pick(items: Item[], rules: LayerRules): Layer {
  const taken: Item[] = [];
  const cut: Item[] = [];
  const trace: TraceEntry[] = [];
  const lines = ["", rules.title];
  let used = sumOf(lines);
  let chars = 0;
  let heading: string | undefined;
  for (const item of items) {
    const added = item.heading === undefined || item.heading === heading ? [item.line] : [item.heading, item.line];
    const refusal = item.barred ?? refuse(item, added);
    trace.push(entryOf(item, rules.layer, refusal));
    if (refusal !== null) {
      cut.push(item);
      continue;
    }
    taken.push(item);
    lines.push(...added);
    used = plus(used, sumOf(added));
    chars += item.line.length;
    heading = item.heading;
  }
  if (taken.length === 0) return { lines: [], used: { chars: 0, wire: 0 }, taken, cut, trace };
  return { lines, used, taken, cut, trace };

  function refuse(item: Item, added: string[]): string | null {
    if (rules.maxChars === 0 || rules.maxCount <= 0) return "layer is switched off or full";
    if (taken.length >= rules.maxCount) return `more than ${rules.maxCount} of this layer`;
    if (taken.length > 0 && chars + item.line.length > rules.maxChars) return "over the layer's characters";
    return holds(minus(rules.room, used), sumOf(added)) ? null : "no room left in the block";
  }
}

const entryOf = (item: Item, layer: string, refusal: string | null): TraceEntry => ({
  layer,
  type: item.type,
  id: item.id,
  revision: item.revision,
  chars: costOf(item.line).chars - 1,
  included: refusal === null,
  reason: refusal ?? item.reason,
  score: item.score,
  parts: item.parts,
});
