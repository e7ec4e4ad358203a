/**
 * Undo of what went from one project to another: rows by the thousand in one statement a table, and the names and folders of
 * projects. What was deleted meanwhile stays away; what capture did meanwhile to names and folders is left as it is.
 */
import type { Tx } from "../context";
import { AppError } from "../contract/errors";
import { because, changedSince, refuseTakenPlace } from "./in-the-way";
import {
  findKeyed,
  giveRows,
  OWNED_TABLES,
  type OwnedTable,
  putKeyed,
  removeKeyed,
  type SettingRow,
  strayOf,
} from "./keyed-repo";
import { laterChanges, type OperationChangeRow } from "./query";
import type { IndexedTable, KeyedTable, NewChange } from "./repo";
import { reindexStatus } from "./rows-repo";

const MOVED = /^\{"projectId":(\d+)\}$/;
const INDEXED = ["prompts", "events", "observations", "summaries"] as const satisfies IndexedTable[];

/** What a move writes down of a row: nothing but whose it was. Memories say more, since two of one key can't both be active. */
export const ownerBody = (projectId: number): { projectId: number } => ({ projectId });

const ownerOf = (body: string | null): number | null => {
  const found = body === null ? null : MOVED.exec(body);
  return found === null ? null : Number(found[1]);
};

const tableOf = (change: OperationChangeRow): Exclude<OwnedTable, "memories"> | undefined =>
  OWNED_TABLES.find((table) => table === change.entityTable && table !== "memories") as
    Exclude<OwnedTable, "memories"> | undefined;

/** The moves from `at` on that are of one table, from one project to one other; empty when the change there is no move. */
export function moveRun(changes: OperationChangeRow[], at: number): OperationChangeRow[] {
  const first = changes[at];
  if (first === undefined || tableOf(first) === undefined) return [];
  if (ownerOf(first.before) === null || ownerOf(first.after) === null) return [];
  let end = at;
  const isAlike = (change: OperationChangeRow | undefined): boolean =>
    change?.entityTable === first.entityTable && change.before === first.before && change.after === first.after;
  while (isAlike(changes[end])) end += 1;
  return changes.slice(at, end);
}

/** Throws `conflict` when one of the rows went elsewhere since. */
export function takeBackMoves(tx: Tx, now: number, run: OperationChangeRow[]): NewChange[] {
  const [first] = run;
  const table = first === undefined ? undefined : tableOf(first);
  const from = ownerOf(first?.before ?? null);
  const to = ownerOf(first?.after ?? null);
  if (table === undefined || from === null || to === null) return [];
  const ids = run.map((change) => change.entityId);
  const stray = strayOf(tx, table, ids, to);
  const strayed = run.find((change) => change.entityId === stray);
  if (strayed !== undefined) throw changedSince(strayed, laterMove(tx, strayed));
  const given = refuseTakenPlace(`A row of ${table}`, () => giveRows(tx, table, ids, from));
  if (isIndexed(table)) for (const id of given) reindexStatus(tx, now, table, id);
  return given.map((id) => ({ table, id, before: ownerBody(to), after: ownerBody(from) }));
}

export const isIndexed = (table: string): table is (typeof INDEXED)[number] =>
  (INDEXED as readonly string[]).includes(table);

const laterMove = (tx: Tx, { operationId, entityTable, entityId }: OperationChangeRow) =>
  laterChanges(tx, operationId, entityTable, entityId).find(
    (change) => change.before !== change.after && (ownerOf(change.after) !== null || change.after === null),
  );

/**
 * A name, folder or setting as it was before; null where a name or folder is not any more as the operation left it. Throws
 * `conflict` for a setting that was set anew.
 */
export function takeBackKeyed(tx: Tx, now: number, table: KeyedTable, change: OperationChangeRow): NewChange | null {
  const [before, after] = [bodyOf(change.before), bodyOf(change.after)];
  const place = after ?? before;
  if (place === null) return null;
  const current = findKeyed(tx, table, place) ?? null;
  const isAsLeft = JSON.stringify(current) === JSON.stringify(after);
  // Nobody but a person sets these.
  if (!isAsLeft && table === "settings") throw settingChanged(place);
  if (!isAsLeft && !(table === "project_aliases" && after === null)) return null;
  if (before === null && current !== null) removeKeyed(tx, table, current);
  // Its project may have been merged into another one since.
  if (before !== null) refuseTakenPlace(`A row of ${table}`, () => putKeyed(tx, now, table, before));
  return { table, id: change.entityId, before: current, after: before };
}

const settingChanged = (row: object): AppError =>
  new AppError("conflict", `The setting ${(row as SettingRow).key} was changed since.`, {
    hint: "Set it by hand, or undo the later change first.",
    details: because("changed_since"),
  });

const bodyOf = (body: string | null): object | null => (body === null ? null : (JSON.parse(body) as object));
