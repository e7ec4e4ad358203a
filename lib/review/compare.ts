/** What becomes of a memory and one that is near it: pure, from what both say, when, where and by whom. */
import { judge } from "../contradictions/judge";
import type { MemoryRow } from "../memories/repo";
import { haveSameNumbers } from "../memories/said-again";

export interface Compared {
  row: MemoryRow;
  /** A person wrote it or changed it. */
  isPersons: boolean;
}

export type Outcome =
  | { kind: "none" }
  /** Both say the same: the later one goes on under the older one's key (E45). */
  | { kind: "merge"; older: MemoryRow; newer: MemoryRow }
  /** The newer says itself that the older no longer holds. */
  | { kind: "supersede"; older: MemoryRow; newer: MemoryRow; reasons: string[] }
  /** A person decides; `hold` is kept from injection until then. */
  | {
      kind: "pair";
      pairKind: "conflict" | "supersedes";
      older: MemoryRow;
      newer: MemoryRow;
      reasons: string[];
      hold: MemoryRow | null;
    };

const NONE: Outcome = { kind: "none" };

/**
 * A person's memory is never superseded here, only asked about, and never held back. A statement of one project never
 * retires a global one: it is the narrower of the two, and goes before it by a proposal. A general statement says nothing
 * against a project's own.
 */
export function compare(a: Compared, b: Compared, similarity: number | null, mergeThreshold: number): Outcome {
  const [older, newer] = isLater(a.row, b.row) ? [b, a] : [a, b];
  const verdict = judge(statementOf(newer.row), statementOf(older.row));
  if (verdict.kind === "none")
    return mergeable(a, b, similarity, mergeThreshold) ? { kind: "merge", ...rows(older, newer) } : NONE;
  const { reasons } = verdict;
  if (older.row.projectId !== newer.row.projectId) {
    if (newer.row.projectId === 0) return NONE;
    return { kind: "pair", pairKind: "supersedes", ...rows(older, newer), reasons, hold: null };
  }
  if (verdict.applied && !older.isPersons) return { kind: "supersede", ...rows(older, newer), reasons };
  // A person's word against an agent's is evidence enough of which one holds.
  const isConflict = verdict.kind === "conflict" && !(newer.isPersons && !older.isPersons);
  const stored = older.row.id > newer.row.id ? older : newer;
  return {
    kind: "pair",
    pairKind: isConflict ? "conflict" : "supersedes",
    ...rows(older, newer),
    reasons,
    // What came into the store last: an old statement that is imported late must not hide what is in force.
    hold: isConflict && !stored.isPersons ? stored.row : null,
  };
}

const rows = (older: Compared, newer: Compared) => ({ older: older.row, newer: newer.row });

const statementOf = ({ key, value, attribute, createdAt }: MemoryRow) => ({ key, value, attribute, at: createdAt });

/** By when it was said, then by when it was stored. */
const isLater = (a: MemoryRow, b: MemoryRow): boolean =>
  a.createdAt - b.createdAt > 0 || (a.createdAt === b.createdAt && a.id > b.id);

/** As at writing (E45), for what was written without a look around: in one project, of one kind, no long document. */
function mergeable(a: Compared, b: Compared, similarity: number | null, threshold: number): boolean {
  if (similarity === null || similarity < threshold || a.isPersons || b.isPersons) return false;
  if (a.row.projectId !== b.row.projectId || a.row.kind !== b.row.kind) return false;
  if (!haveSameNumbers(a.row.value, b.row.value)) return false;
  return a.row.supersedes === null && a.row.tier !== "reference" && b.row.tier !== "reference";
}
