/** Small schemas that several contracts share: ids, times, pages, enums. */
import { z } from "zod";

/** A number, or its decimal digits as addresses carry them; `true`, `[5]` or `0x5` name no row. */
export const Id = z.preprocess(
  (value) => (typeof value === "string" && /^\d{1,16}$/.test(value) ? Number(value) : value),
  z.number().int().positive().max(Number.MAX_SAFE_INTEGER),
);
/** An id in an address: what is no id names nothing, so that it answers 404 like any other unknown one (A09). */
export const PathId = Id.catch(0);
/** Integer milliseconds since 1970, UTC. */
export const EpochMs = z.number().int();
export const TimeInput = z.union([
  z.iso.datetime({ offset: true, local: true }),
  z.iso.date(),
  z.coerce.number().int(),
]);

export const Limit = z.coerce.number().int().min(1).max(100);
export const Offset = z.coerce.number().int().min(0).max(10_000_000);
export const Cursor = z.string().max(500);

/** A project's key, name or alias; a name shared by several means all of them (M5). */
export const ProjectRef = z.string().trim().min(1).max(1024);

/** A page by keyset: `nextCursor` is null on the last page. */
export const page = <T extends z.ZodType>(item: T) =>
  z.object({ items: z.array(item), nextCursor: z.string().nullable(), total: z.number().int().optional() });

/** Query strings carry booleans as words. */
export const QueryFlag = z.enum(["true", "false", "1", "0"]).transform((word) => word === "true" || word === "1");

export const Actor = z.object({ kind: z.enum(["person", "agent", "job"]), name: z.string().max(200) });
export type Actor = z.infer<typeof Actor>;

/** What search, vectors and FTS call a kind of stored text. */
export const SearchKind = z.enum(["memory", "observation", "summary", "prompt", "event"]);
export type SearchKind = z.infer<typeof SearchKind>;
