/** Which stored row each extracted observation of a turn continues, so that ids stay while what they tell is refined. Pure. */
import type { ExtractedObservation } from "../contract/extraction";

type Slot = "work" | "discovery" | "decision";
const slotOf = (type: string): Slot => (type === "discovery" || type === "decision" ? type : "work");

interface StoredObservation {
  title: string;
  obsType: string;
  source: string;
  status: string;
}

/** What a turn came to: its work, else what it found out, else whatever comes first. */
function mainOf(extracted: ExtractedObservation[]): ExtractedObservation | undefined {
  const ofSlot = (slot: Slot) => extracted.find((one) => slotOf(one.obsType) === slot);
  return ofSlot("work") ?? ofSlot("discovery") ?? extracted[0];
}

/**
 * The same title first, then the running row for the main observation whatever its kind, then the same kind of thing in
 * order; at last the main observation takes over what the turn told of itself before it turned into work.
 */
export function pairRows<R extends StoredObservation>(
  rows: R[],
  extracted: ExtractedObservation[],
): { pairs: [ExtractedObservation, R | null][]; gone: R[] } {
  const free = new Set(rows);
  const taken = new Map<ExtractedObservation, R>();
  const take = (one: ExtractedObservation, fits: (row: R) => boolean): void => {
    if (taken.has(one)) return;
    for (const row of free) {
      if (!fits(row)) continue;
      free.delete(row);
      taken.set(one, row);
      return;
    }
  };
  const isSameSlot = (one: ExtractedObservation) => (row: R) => slotOf(row.obsType) === slotOf(one.obsType);
  const main = mainOf(extracted);
  for (const one of extracted) take(one, (row) => row.title === one.title && isSameSlot(one)(row));
  if (main !== undefined) take(main, (row) => row.source === "running");
  for (const one of extracted) take(one, isSameSlot(one));
  if (main !== undefined) take(main, (row) => row.status === "active" && slotOf(row.obsType) !== "decision");
  return { pairs: extracted.map((one) => [one, taken.get(one) ?? null]), gone: [...free] };
}
