/** A stamp that changes with every write: what was read under the same stamp still holds. */
import type { Handle } from "../context";
import { prepared } from "./prepared";

/** Writes of this connection, and those of others (a few microseconds). */
export function storeVersion(handle: Handle): string {
  const own = prepared(handle, "SELECT total_changes()").pluck().get() as number;
  const others = prepared(handle, "PRAGMA data_version").pluck().get() as number;
  return `${own}:${others}`;
}
