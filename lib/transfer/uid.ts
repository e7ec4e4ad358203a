/** Names that rows keep in whatever store they are: the store they were made in, and their number there. */
import { randomBytes } from "node:crypto";
import type { Handle } from "../context";
import { readInternal, writeInternal } from "../operations/tombstones-repo";
import { findLink, originOf, saveLink } from "./links-repo";

const KEY = "internal.store_id";
/** Where rows that came from another store of ours are noted. */
const SOURCE = "keepsake";
/** Rows that came again under another name: the row keeps the name that it has. */
const SAME = "keepsake:same";

export type NamedTable = "memories" | "observations" | "memory_pairs" | "reflections";

/** undefined = the store was never asked for it. */
export const knownStoreId = (handle: Handle): string | undefined => readInternal(handle, KEY);

/** Makes the id when the store has none yet. */
export function storeId(tx: Handle, now: number): string {
  let id = readInternal(tx, KEY);
  if (id === undefined) writeInternal(tx, now, KEY, (id = `st_${randomBytes(12).toString("base64url")}`));
  return id;
}

const linkName = (table: NamedTable, uid: string): string => `${table}/${uid}`;

export const uidOf = (handle: Handle, store: string, table: NamedTable, id: number): string =>
  originOf(handle, SOURCE, table, id)?.slice(table.length + 1) ?? `${store}:${id}`;

/** What a name stands for here: in a store of its own the number itself. undefined = nothing yet. */
export function placeOfUid(
  handle: Handle,
  store: string,
  table: NamedTable,
  uid: string,
): { table: string; id: number } | undefined {
  const name = linkName(table, uid);
  const link = findLink(handle, SOURCE, name) ?? findLink(handle, SAME, name);
  if (link !== undefined) return { table: link.table, id: link.id };
  const at = uid.lastIndexOf(":");
  return uid.slice(0, at) === store ? { table, id: Number(uid.slice(at + 1)) } : undefined;
}

/** The row was made under this name. */
export const nameRow = (tx: Handle, now: number, table: NamedTable, uid: string, id: number): void =>
  saveLink(tx, now, SOURCE, { sourceId: linkName(table, uid), table, id });

/** Another row stands for it: one that says the same, or the pair that a memory against another one became. */
export const nameSame = (
  tx: Handle,
  now: number,
  table: NamedTable,
  uid: string,
  to: { table: string; id: number },
): void => saveLink(tx, now, SAME, { sourceId: linkName(table, uid), ...to });
