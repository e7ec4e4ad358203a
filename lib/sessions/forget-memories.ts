/** Memories of a forgotten session: those drawn from it alone go, and what they had replaced holds again. */
import type { Tx } from "../context";
import { applyValues } from "../memories/change";
import { findActiveByKey, findMemories, findMemory, type MemoryRow } from "../memories/repo";
import type { NewChange } from "../operations/repo";
import { memoriesOfSessionAlone } from "./forget-repo";

export function forgetMemories(tx: Tx, now: number, sessionId: number): NewChange[] {
  const going = findMemories(tx, memoriesOfSessionAlone(tx, sessionId));
  const gone = going.flatMap((row) => applyValues(tx, now, row, { status: "deleted" }) ?? []);
  const back = going.flatMap((row) => {
    const earlier = row.status === "active" ? replacedBy(tx, row) : undefined;
    if (earlier === undefined || findActiveByKey(tx, earlier.projectId, earlier.key) !== undefined) return [];
    return applyValues(tx, now, earlier, { status: "active", supersededBy: null }) ?? [];
  });
  return [...gone, ...back];
}

/** The nearest version that the row pushed out and that is not deleted itself. */
function replacedBy(tx: Tx, row: MemoryRow): MemoryRow | undefined {
  const seen = new Set<number>();
  let later = row;
  while (later.supersedes !== null && !seen.has(later.id)) {
    seen.add(later.id);
    const earlier = findMemory(tx, later.supersedes);
    if (earlier === undefined || earlier.supersededBy !== later.id) return undefined;
    if (earlier.status !== "deleted") return earlier.status === "superseded" ? earlier : undefined;
    later = earlier;
  }
  return undefined;
}
