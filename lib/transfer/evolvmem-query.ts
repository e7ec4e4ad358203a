/** Reads an EvolvMem database of any age (E3, E7): missing columns get what its own migrations would have given them. */
import { createHash } from "node:crypto";
import { z } from "zod";
import { AppError } from "../contract/errors";
import { MemoryStatus, MemoryTier } from "../contract/memory";
import { columnsOf, type Source } from "./source-repo";

const TABLE = "memories";
const REQUIRED = ["id", "key", "value"];
const MAX_ROWS = 1_000_000;

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

export interface EvolvMemStore {
  /** Names the store whatever folder it lies in: made of its oldest row. */
  fingerprint: string;
  /** By id. */
  rows: EvolvMemRow[];
}

/** Throws `validation_failed` for a database without the table. */
export function readEvolvMem(source: Source): EvolvMemStore {
  const columns = columnsOf(source, TABLE);
  if (!REQUIRED.every((name) => columns.includes(name))) {
    throw new AppError("validation_failed", "The database holds no memories of EvolvMem.", {
      hint: "Give the folder that holds its memory.db, e.g. ~/.claude/evolvmem.",
    });
  }
  const stored = source.prepare(`SELECT * FROM "${TABLE}" ORDER BY id LIMIT ?`).all(MAX_ROWS) as Record<
    string,
    unknown
  >[];
  const isOld = !columns.includes("importance");
  const rows = stored.map((row) => {
    const attribute = String(row["attribute"] ?? row["category"] ?? "");
    const given = isOld
      ? { importance: IMPORTANCE[attribute] ?? 5, tier: PINNED.has(attribute) ? "pinned" : "normal" }
      : {};
    return Row.parse({ ...row, ...given, attribute });
  });
  const first = stored[0];
  const identity = JSON.stringify([first?.["id"], first?.["key"], first?.["created_at"]].map((part) => part ?? null));
  return { fingerprint: createHash("sha256").update(identity).digest("hex").slice(0, 16), rows };
}
