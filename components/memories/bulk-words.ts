/** What can be done to many memories, in the order of the bar and its menu. Pure. */
import type { MemoryBulkAction } from "@/lib/contract/memory-bulk";

export type BulkAction = Exclude<MemoryBulkAction["action"], "importance">;
export type BulkKind = BulkAction | "deleteForGood";

export const BULK_ACTIONS: readonly BulkAction[] = ["archive", "restore", "tag", "move", "tier", "expiry", "delete"];
