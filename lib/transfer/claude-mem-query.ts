/** Reads the session summaries of a claude-mem database. */
import { z } from "zod";
import { AppError } from "../contract/errors";
import { columnsOf, rowsOf, type Source } from "./source-repo";

const TABLE = "session_summaries";
const text = z.preprocess((value) => (value == null ? "" : String(value)), z.string());

const Row = z.object({
  id: z.number().int(),
  project: text,
  request: text,
  investigated: text,
  learned: text,
  completed: text,
  next_steps: text,
  /** Milliseconds; older versions wrote seconds. */
  created_at_epoch: z
    .number()
    .nullable()
    .catch(null)
    .transform((at) => (at !== null && at < 100_000_000_000 ? at * 1000 : at)),
});
export type SummaryOfClaudeMem = z.infer<typeof Row>;

/** Oldest first. Throws `validation_failed` for a database without summaries. */
export function readSummaries(source: Source): SummaryOfClaudeMem[] {
  if (!columnsOf(source, TABLE).includes("id")) {
    throw new AppError("validation_failed", "The database holds no session summaries of claude-mem.", {
      hint: "Give its claude-mem.db, which lies in ~/.claude-mem.",
    });
  }
  const rows = rowsOf(source, TABLE, Object.keys(Row.shape));
  return rows.map((row) => Row.parse({ created_at_epoch: null, ...row }));
}
