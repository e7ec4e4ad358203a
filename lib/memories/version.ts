/** A new version of a memory: what it takes over from the old one, and the order in which the two change places (E11). */
import type { Tx } from "../context";
import type { NewChange } from "../operations/repo";
import { indexEntity } from "../search/indexing";
import { clampImportance } from "./fields";
import { insertMemory, type MemoryRow, type NewMemoryRow, updateMemoryRow } from "./repo";
import type { MemoryCandidate, WriteContext } from "./write";
import { cleanTags, cleanWord } from "./clean";

type Fields = Pick<
  MemoryRow,
  "attribute" | "tags" | "importance" | "tier" | "expiresAt" | "confidence" | "kind" | "branch"
>;

/** What is not given is inherited, else the default of E3. */
export function fieldsOf(
  candidate: MemoryCandidate,
  inherited: MemoryRow | undefined,
  context: Pick<WriteContext, "defaultAttribute">,
  now: number,
): Fields {
  // A new value under an expired one must not be born expired.
  const expiresAt = inherited?.expiresAt != null && inherited.expiresAt > now ? inherited.expiresAt : null;
  return {
    attribute:
      candidate.attribute === undefined
        ? (inherited?.attribute ?? context.defaultAttribute ?? "")
        : cleanWord(candidate.attribute),
    tags: candidate.tags === undefined ? (inherited?.tags ?? "") : cleanTags(candidate.tags),
    importance: clampImportance(candidate.importance) ?? inherited?.importance ?? 5,
    tier: candidate.tier ?? inherited?.tier ?? "normal",
    expiresAt: candidate.expiresAt === undefined ? expiresAt : candidate.expiresAt,
    confidence: candidate.confidence ?? 0.5,
    kind: candidate.kind ?? inherited?.kind ?? "memory",
    branch: candidate.branch === undefined ? (inherited?.branch ?? null) : candidate.branch,
  };
}

/**
 * Puts `next` in the place of an active row, indexes both, and answers the changes. The old row leaves the active set
 * before the new one enters it: there is no moment with two active rows of a key.
 */
export function supersede(
  tx: Tx,
  now: number,
  old: MemoryRow,
  next: NewMemoryRow,
): { row: MemoryRow; changes: NewChange[] } {
  updateMemoryRow(tx, old.id, { status: "superseded", updatedAt: now });
  const row = insertMemory(tx, { ...next, supersedes: old.id });
  const retired = updateMemoryRow(tx, old.id, { supersededBy: row.id });
  indexEntity(tx, now, "memory", retired);
  indexEntity(tx, now, "memory", row);
  return {
    row,
    changes: [
      { table: "memories", id: old.id, before: old, after: retired },
      { table: "memories", id: row.id, before: null, after: row },
    ],
  };
}
