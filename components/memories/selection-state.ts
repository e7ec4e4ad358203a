/** Which rows of the list are selected: by id, or all that the filters mean, loaded or not. Pure. */
import type { MemoryBulkResult } from "@/lib/contract/memory-bulk";

type Skipped = MemoryBulkResult["skipped"][number];

export interface Selection {
  /** The filters that the rows were chosen under; other ones let the selection go. */
  scope: string;
  ids: ReadonlySet<number>;
  /** All that the filters mean, but for those of `except`. */
  isAll: boolean;
  /** Let go one by one while all are selected. */
  except: ReadonlySet<number>;
  /** Row that a range begins at. */
  anchor: number | null;
  /** Rows that the last change left as they were, with why. */
  left: ReadonlyMap<number, Skipped["code"]>;
}

export const emptySelection = (scope: string): Selection => ({
  scope,
  ids: new Set(),
  isAll: false,
  except: new Set(),
  anchor: null,
  left: new Map(),
});

export const isSelected = ({ ids, isAll, except }: Selection, id: number): boolean =>
  isAll ? !except.has(id) : ids.has(id);

/** How many rows a change would be asked of. */
export const sizeOf = ({ ids, isAll, except }: Selection, total: number): number =>
  isAll ? Math.max(0, total - except.size) : ids.size;

/** One row on or off. Off while all are selected: all others stay so, loaded or not. */
export const toggle = (selection: Selection, id: number): Selection =>
  withRows(selection, [id], !isSelected(selection, id), id);

/** From the row that was chosen last to this one, all as this one becomes. */
export function toggleRange(selection: Selection, id: number, loaded: readonly number[]): Selection {
  const from = selection.anchor === null ? -1 : loaded.indexOf(selection.anchor);
  const to = loaded.indexOf(id);
  if (from < 0 || to < 0) return toggle(selection, id);
  const range = loaded.slice(Math.min(from, to), Math.max(from, to) + 1);
  return withRows(selection, range, !isSelected(selection, id), id);
}

function withRows(selection: Selection, rows: readonly number[], isOn: boolean, anchor: number): Selection {
  const { isAll } = selection;
  const marked = new Set(isAll ? selection.except : selection.ids);
  for (const id of rows) {
    if (isOn === isAll) marked.delete(id);
    else marked.add(id);
  }
  return { ...selection, [isAll ? "except" : "ids"]: marked, anchor };
}

export const selectLoaded = (selection: Selection, loaded: readonly number[]): Selection => ({
  ...emptySelection(selection.scope),
  ids: new Set(loaded),
  left: selection.left,
});

export const selectAll = (selection: Selection): Selection => ({
  ...emptySelection(selection.scope),
  isAll: true,
  left: selection.left,
});

/** After a change: what it left as it was stays selected, with the reason. */
export function afterChange(selection: Selection, skipped: readonly Skipped[]): Selection {
  return {
    ...emptySelection(selection.scope),
    ids: new Set(skipped.filter(({ code }) => code !== "not_found").map(({ id }) => id)),
    left: new Map(skipped.map(({ id, code }) => [id, code])),
  };
}
