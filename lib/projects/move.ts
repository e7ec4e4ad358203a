/** What a merge, a split and a move of memories have in common: rows change hands, and of two active memories under one key one yields. */
import type { Handle, Tx } from "../context";
import type { MovedCounts, ProjectMovePreview } from "../contract/project";
import type { NewChange } from "../operations/repo";
import { findReflection, setReflectionStatus } from "../reflections/repo";
import { reindexStatus } from "../operations/rows-repo";
import { isIndexed, ownerBody } from "../operations/take-back-moves";
import { enqueueComparison, enqueueVector } from "../search/indexing";
import {
  activeByKey,
  type MemoryRow,
  mixedReflections,
  MOVED_TABLES,
  moveRows,
  type Source,
  writeMemory,
} from "./move-repo";

const MAX_CLASHES_SHOWN = 50;

/** Two active memories under one key, one of each project. */
export interface Clash {
  keeps: MemoryRow;
  yields: MemoryRow;
}

/** The keys that `rows` share with active memories of `to`. */
export function clashesOf(handle: Handle, rows: MemoryRow[], to: number): Clash[] {
  const active = rows.filter((row) => row.status === "active" && row.projectId !== to);
  const there = activeByKey(
    handle,
    to,
    active.map((row) => row.key),
  );
  return active.flatMap((row) => {
    const rival = there.get(row.key);
    return rival === undefined ? [] : [decide(row, rival)];
  });
}

/** What waits for a person yields to what does not; else the older yields to the newer, and at the same time who comes in yields. */
function decide(comes: MemoryRow, isThere: MemoryRow): Clash {
  const waits = Number(comes.reviewState !== null) - Number(isThere.reviewState !== null);
  const comesFirst = waits === 0 ? comes.updatedAt > isThere.updatedAt : waits < 0;
  return comesFirst ? { keeps: comes, yields: isThere } : { keeps: isThere, yields: comes };
}

export const shownClashes = (clashes: Clash[]): Pick<ProjectMovePreview, "clashes" | "clashes_total"> => ({
  clashes: clashes.slice(0, MAX_CLASHES_SHOWN).map(({ keeps, yields }) => ({
    key: keeps.key,
    keeps: { id: keeps.id, value: keeps.value },
    yields: { id: yields.id, value: yields.value },
  })),
  clashes_total: clashes.length,
});

/** Rows of evidence and what was drawn from it, table by table. */
export function moveEvidence(tx: Tx, now: number, source: Source, to: number) {
  const changes: NewChange[] = [];
  const moved: Record<string, number> = {};
  const [before, after] = [ownerBody(source.projectId), ownerBody(to)];
  // Those that go as a whole went already, so what is left tells of both sides.
  const mixed = (): NewChange[] =>
    mixedReflections(tx, source.projectId, source.sessionIds ?? []).flatMap((id) => {
      const row = findReflection(tx, id);
      if (row === undefined) return [];
      return [{ table: "reflections" as const, id, before: row, after: setReflectionStatus(tx, now, id, "deleted") }];
    });
  const parts: NewChange[] = [];
  for (const table of ["reflections", ...MOVED_TABLES, "memory_pairs", "tasks"] as const) {
    const ids = moveRows(tx, table, source, to);
    moved[table] = ids.length;
    for (const id of ids) changes.push({ table, id, before, after });
    if (table === "reflections" && source.sessionIds !== undefined) parts.push(...mixed());
    if (isIndexed(table)) for (const id of ids) reindexStatus(tx, now, table, id);
  }
  const told = Object.fromEntries(MOVED_TABLES.map((table) => [table, moved[table] ?? 0]));
  return { changes: [...changes, ...parts], moved: told as Omit<MovedCounts, "memories"> };
}

/**
 * Gives the memories to the project. Of each clash the one that yields becomes an older version of the other. Whatever yields
 * goes first, so that at no time two of one key are active; Undo goes the other way round.
 */
export function moveMemories(tx: Tx, now: number, rows: MemoryRow[], to: number, clashes: Clash[]): NewChange[] {
  const next = new Map<number, { row: MemoryRow; values: Partial<MemoryRow> }>();
  for (const { keeps, yields } of clashes) {
    next.set(yields.id, { row: yields, values: { status: "superseded", supersededBy: keeps.id } });
    if (keeps.supersedes === null) next.set(keeps.id, { row: keeps, values: { supersedes: yields.id } });
  }
  for (const row of rows) {
    const values = { ...next.get(row.id)?.values, projectId: to };
    if (row.projectId !== to) next.set(row.id, { row, values });
  }
  const yieldsFirst = [...next.values()].sort((a, b) => Number(isOut(b.values)) - Number(isOut(a.values)));
  return yieldsFirst.map(({ row, values }) => changeMemory(tx, now, row, values));
}

const isOut = (values: Partial<MemoryRow>): boolean => values.status === "superseded";

function changeMemory(tx: Tx, now: number, row: MemoryRow, values: Partial<MemoryRow>): NewChange {
  const after = { ...row, ...values, revision: row.revision + 1 };
  writeMemory(tx, row.id, { ...values, revision: after.revision });
  enqueueVector(tx, now, "memory", row.id, after.revision);
  // Among other neighbours it may stand against something.
  enqueueComparison(tx, now, after);
  return { table: "memories", id: row.id, before: bodyOf(row), after: bodyOf(after) };
}

/** Status, project and key say whether it can come back beside another active one. */
const bodyOf = ({ status, projectId, key, supersedes, supersededBy, revision }: MemoryRow) => ({
  status,
  projectId,
  key,
  supersedes,
  supersededBy,
  revision,
});
