/** What a row of the list needs besides the memory itself. Pure. */
import type { Memory } from "@/lib/contract/memory";
import type { MemoryFit, MemoryPage } from "@/lib/contract/memory-list";

export interface ListRow {
  memory: Memory;
  /** Why it was found, where words or meaning were looked for. */
  fit: MemoryFit | null;
  /** A half of an open pair. */
  isHalf: boolean;
}

export function rowsOf({ items, found, halves }: MemoryPage): ListRow[] {
  const fits = new Map(found?.fits.map((fit) => [fit.id, fit]));
  const isHalf = new Set(halves);
  return items.map((memory) => ({ memory, fit: fits.get(memory.id) ?? null, isHalf: isHalf.has(memory.id) }));
}

export const rowKey = ({ memory }: ListRow): number => memory.id;
