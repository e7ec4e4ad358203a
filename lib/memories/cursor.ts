/** Cursor of a memory list: the sort it belongs to, the last row's sort value and id. */
import { z } from "zod";
import { AppError } from "../contract/errors";
import { MemorySort } from "../contract/memory";

const ListCursor = z.object({
  sort: MemorySort,
  order: z.enum(["asc", "desc"]),
  value: z.number().nullable(),
  id: z.number().int().nonnegative(),
});
export type ListCursor = z.infer<typeof ListCursor>;

export function encodeListCursor(sort: MemorySort, order: "asc" | "desc", value: number | null, id: number): string {
  return Buffer.from(JSON.stringify({ sort, order, value, id })).toString("base64url");
}

/** Throws `validation_failed` on a cursor that is not ours or belongs to another sort. */
export function decodeListCursor(cursor: string, sort: MemorySort, order: "asc" | "desc"): ListCursor {
  const parsed = ListCursor.safeParse(parse(Buffer.from(cursor, "base64url").toString("utf8")));
  if (parsed.success && parsed.data.sort === sort && parsed.data.order === order) return parsed.data;
  throw new AppError("validation_failed", "The cursor does not belong to this list.", {
    hint: "Use nextCursor of the page before, with the same sort and order.",
    details: [{ path: "cursor", message: "not a cursor of this list" }],
    cause: parsed.error,
  });
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
