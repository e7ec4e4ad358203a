/** The latest operations of housekeeping, newest first. */
import { desc, eq } from "drizzle-orm";
import type { Handle } from "../context";
import { type OperationRow, operations } from "../db/schema/operations";

/** One probe of an index. */
export function latestOperation(handle: Handle, kind: string): OperationRow | undefined {
  return handle.select().from(operations).where(eq(operations.kind, kind)).orderBy(desc(operations.id)).limit(1).get();
}
