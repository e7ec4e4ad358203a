/** Reads an EvolvMem database of any age (E3, E7): missing columns get what its own migrations would have given them. */
import { createHash } from "node:crypto";
import { z } from "zod";
import { AppError } from "../contract/errors";
import { MemoryStatus, MemoryTier } from "../contract/memory";
import { columnsOf, rowsOf, type Source } from "./source-repo";

const TABLE = "memories";
const REQUIRED = ["id", "key", "value"];

/** Importance by attribute, where the database is older than importance (E7). */
const IMPORTANCE: Record<string, number> = { constraint: 8, decision: 7, preference: 6, user_profile: 6 };
const PINNED = new Set(["constraint", "preference", "user_profile"]);

/** UTC text, as `YYYY-MM-DD HH:MM:SS` or with `T`; a bare date is midnight (E9). */
const Time = z.string().transform((text, context) => {
  const at = Date.parse(`${text.trim().replace(" ", "T").replace(/Z$/, "")}${text.length <= 10 ? "T00:00:00" : ""}Z`);
  if (Number.isNaN(at)) context.addIssue("no time");
  return at;
});
const text = z.preprocess((value) => (value == null ? "" : String(value)), z.string());

const Row = z.object({
  id: z.number().int(),
  key: text,
  value: text,
  status: MemoryStatus.catch("active"),
  attribute: text,
  tags: text,
  source_session: text,
  access_count: z.number().int().min(0).catch(0),
  last_accessed: Time.nullable().catch(null),
  supersedes: z.number().int().nullable().catch(null),
  superseded_by: z.number().int().nullable().catch(null),
  created_at: Time.nullable().catch(null),
  updated_at: Time.nullable().catch(null),
  importance: z.number().finite().catch(5),
  tier: MemoryTier.catch("normal"),
  expires_at: Time.nullable().catch(null),
});
export type EvolvMemRow = z.infer<typeof Row>;

/** By id. Throws `validation_failed` for a database without the table. */
export function readEvolvMem(source: Source): EvolvMemRow[] {
  const columns = columnsOf(source, TABLE);
  if (!REQUIRED.every((name) => columns.includes(name))) {
    throw new AppError("validation_failed", "The database holds no memories of EvolvMem.", {
      hint: "Give the folder that holds its memory.db, e.g. ~/.claude/evolvmem.",
    });
  }
  const stored = rowsOf(source, TABLE, [...Object.keys(Row.shape), "category"]);
  const isOld = !columns.includes("importance");
  return stored.map((row) => {
    const attribute = String(row["attribute"] ?? row["category"] ?? "");
    const given = isOld
      ? { importance: IMPORTANCE[attribute] ?? 5, tier: PINNED.has(attribute) ? "pinned" : "normal" }
      : {};
    return Row.parse({ ...row, ...given, attribute });
  });
}

/** Tells a row whatever folder its store lies in and whatever became of its neighbours: no command there changes these three. */
export function identityOf({ id, key, created_at }: EvolvMemRow): string {
  const hash = createHash("sha256").update(JSON.stringify([id, key, created_at]));
  return `${id}:${hash.digest("hex").slice(0, 16)}`;
}
