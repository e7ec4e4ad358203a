/** Tags that are in use, for those who type one. */
import type { Handle } from "../context";
import { prepared } from "../db/prepared";

/** From one tag of the index to the next: never every row that has one. */
const NEXT = `SELECT min(tag) FROM memory_tags WHERE tag > ?`;
/** Tags that are looked at; beyond them nobody is helped by a list. */
const MAX_LOOKED_AT = 2_000;

/** In order, those that begin with `prefix`, letter case aside. */
export function tagsInUse(handle: Handle, prefix: string, limit: number): string[] {
  const begins = prefix.trim().toLowerCase();
  const found: string[] = [];
  let looked = 0;
  for (
    let tag = next(handle, "");
    tag !== null && found.length < limit && looked < MAX_LOOKED_AT;
    tag = next(handle, tag)
  ) {
    looked += 1;
    if (tag.toLowerCase().startsWith(begins)) found.push(tag);
  }
  return found;
}

const next = (handle: Handle, after: string): string | null =>
  prepared(handle, NEXT).pluck().get(after) as string | null;
