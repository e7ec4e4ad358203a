/** Open pairs of a memory whose text was changed: what no longer contradicts is closed, the rest stays open for the new text. */
import type { App, Tx } from "../context";
import { write } from "../db/write";
import { findMemory } from "../memories/repo";
import { recordOperation } from "../operations/record";
import type { NewChange } from "../operations/repo";
import { COMPARER, release } from "./apply";
import { compare } from "./compare";
import { isPersons } from "./compare-query";
import { candidateOf } from "./candidate";
import { hashOfPair, type MemoryPairRow, openPairsOf, updatePair } from "./repo";

/** Pairs whose half is archived, deleted or superseded stay as they are: they are shown again when it comes back. */
export function recheckPairs(app: App, memoryId: number): void {
  if (!openPairsOf(app.db, memoryId).some((pair) => isChanged(app.db, pair))) return;
  write(app, (tx) => {
    const now = app.now();
    for (const pair of openPairsOf(tx, memoryId)) if (isChanged(tx, pair)) recheck(tx, now, pair);
  });
}

function isChanged(handle: App["db"] | Tx, pair: MemoryPairRow): boolean {
  return hashOfPair(handle, pair.olderId, pair.newerId, candidateOf(pair)) !== pair.candidateHash;
}

function recheck(tx: Tx, now: number, pair: MemoryPairRow): void {
  const older = findMemory(tx, pair.olderId);
  if (older === undefined || older.status !== "active") return;
  const candidate = candidateOf(pair);
  const newer = candidate === null ? findMemory(tx, pair.newerId) : undefined;
  if (candidate === null && (newer === undefined || newer.status !== "active")) return;
  const changes: NewChange[] = [];
  if (newer === undefined) {
    // A claim against a key is a question until the key says what was claimed.
    if (candidate?.value.trim() === older.value.trim()) {
      changes.push(closed(tx, now, pair, "take_newer"));
    }
  } else {
    const outcome = compare(
      { row: older, isPersons: isPersons(tx, older.id) },
      { row: newer, isPersons: isPersons(tx, newer.id) },
      null,
      1,
    );
    if (outcome.kind === "none") {
      changes.push(closed(tx, now, pair, "keep_both"));
      for (const row of [older, newer]) {
        const released = release(tx, now, row);
        if (released !== null) changes.push(released);
      }
    }
  }
  if (changes.length === 0) return;
  recordOperation(tx, now, {
    kind: "pair.resolve",
    title: `Closed pair ${pair.id}: its texts no longer contradict each other`,
    actor: COMPARER,
    projectId: pair.projectId,
    changes,
  });
}

/** For the texts as they are now: what they said before may be asked again. */
function closed(tx: Tx, now: number, pair: MemoryPairRow, resolution: "take_newer" | "keep_both"): NewChange {
  const candidateHash = hashOfPair(tx, pair.olderId, pair.newerId, candidateOf(pair));
  return updatePair(tx, now, pair, { status: "resolved", resolution, candidateHash });
}
