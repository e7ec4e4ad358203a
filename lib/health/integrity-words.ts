/** What an integrity check may find, each with what to do. Pure. */
import type { IntegrityFinding } from "../contract/checks";

const RESTORE = "Go back to the newest backup, below; what came in since can be imported again.";
const REBUILD_WORDS = "Make the index of words anew: nothing of what is stored is lost.";
const REBUILD_VECTORS = "Make the index of meaning anew: it needs no model, since the vectors are kept beside it.";

const make = (
  code: IntegrityFinding["code"],
  params: IntegrityFinding["params"],
  what: string,
  hint: string,
): IntegrityFinding => ({ code, params, what, hint });

export const findings = {
  database_damaged: (where: string) =>
    make("database_damaged", { where }, `The database file is damaged: ${where}.`, RESTORE),
  words_damaged: (where: string) =>
    make("words_damaged", { where }, `An index of words is damaged: ${where}.`, REBUILD_WORDS),
  rows_unlinked: (table: string, count: number) =>
    make("rows_unlinked", { table, count }, `${count} rows of ${table} point to rows that are gone.`, RESTORE),
  words_differ: (kind: string, rows: number, entries: number) =>
    make(
      "words_differ",
      { kind, rows, entries },
      `The index of words holds ${entries} entries for ${rows} rows (${kind}).`,
      REBUILD_WORDS,
    ),
  vectors_differ: (drift: string) =>
    make("vectors_differ", { drift }, "The index of meaning holds other rows than the store.", REBUILD_VECTORS),
  vectors_unavailable: (state: string) =>
    make(
      "vectors_unavailable",
      { state },
      state === "rebuilding"
        ? "The index of meaning is being rebuilt, so it was not compared."
        : "The index of meaning can't be read.",
      state === "rebuilding" ? "Check again when the rebuild is done." : REBUILD_VECTORS,
    ),
  /** `code`: of the error. */
  notChecked: (code: string) =>
    make(
      "not_checked",
      { code },
      `The database file could not be checked (${code}).`,
      "Try again. If it stays, run `keepsake doctor` in a terminal.",
    ),
};
