/** Pages by keyset: opaque cursors that belong to one list, and the row too many that says whether there is more. */
import { z, type ZodType } from "zod";
import { AppError } from "./contract/errors";

type Key = readonly (number | null)[];

const Whole = z.number().int();
/** Sort key of lists that are ordered by id. */
export const ById = z.tuple([Whole]);
/** Sort key of lists that are ordered by a time (milliseconds), then by id. */
export const ByTime = z.tuple([Whole, Whole]);

/** `list` names the list with its order; `key` is the sort key of the last row shown. */
export const encodeCursor = (list: string, ...key: Key): string =>
  Buffer.from(JSON.stringify([list, ...key])).toString("base64url");

/** The sort key in a cursor; undefined for the first page. Throws `validation_failed` on a cursor of another list or none. */
export function decodeCursor<K extends Key>(list: string, key: ZodType<K>, cursor: string | undefined): K | undefined {
  if (cursor === undefined) return undefined;
  const parts = parse(Buffer.from(cursor, "base64url").toString("utf8"));
  const parsed = Array.isArray(parts) && parts[0] === list ? key.safeParse(parts.slice(1)) : undefined;
  if (parsed?.success === true) return parsed.data;
  throw new AppError("validation_failed", "The cursor does not belong to this list.", {
    hint: "Use nextCursor of the page before, with the same sort and order.",
    details: [{ path: "cursor", message: "not a cursor of this list" }],
  });
}

/** The first `limit` of `rows`, which were asked for with one more; `cursorOf` the last of them where there was one more. */
export function pageOf<T>(
  rows: T[],
  limit: number,
  cursorOf: (last: T) => string,
): { items: T[]; nextCursor: string | null } {
  const items = rows.slice(0, limit);
  const last = items.at(-1);
  return { items, nextCursor: rows.length > limit && last !== undefined ? cursorOf(last) : null };
}

/** undefined = not JSON: nothing that {@link encodeCursor} made. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
