/** Which rows of the list are selected: by id, or all that the filters mean, loaded or not. Pure. */
import type { MemoryBulkResult } from "@/lib/contract/memory-bulk";

type Skipped = MemoryBulkResult["skipped"][number];

export interface Selection {
  /** The filters that the rows were chosen under; other ones let the selection go. */
  scope: string;
  ids: ReadonlySet<number>;
  /** All that the filters mean. */
  isAll: boolean;
  /** Row that a range begins at. */
  anchor: number | null;
  /** Rows that the last change left as they were, with why. */
  left: ReadonlyMap<number, Skipped["code"]>;
}

export const emptySelection = (scope: string): Selection => ({
  scope,
  ids: new Set(),
  isAll: false,
  anchor: null,
  left: new Map(),
});

export const isSelected = ({ ids, isAll }: Selection, id: number): boolean => isAll || ids.has(id);

/** How many rows a change would be asked of. */
export const sizeOf = ({ ids, isAll }: Selection, total: number): number => (isAll ? total : ids.size);

/** One row on or off. Off while all are selected: then the other loaded rows are, as in mail. */
export function toggle(selection: Selection, id: number, loaded: readonly number[]): Selection {
  const ids = new Set(selection.isAll ? loaded : selection.ids);
  if (ids.has(id)) ids.delete(id);
  else ids.add(id);
  return { ...selection, ids, isAll: false, anchor: id };
}

/** From the row that was chosen last to this one, all as this one becomes. */
export function toggleRange(selection: Selection, id: number, loaded: readonly number[]): Selection {
  const from = selection.anchor === null ? -1 : loaded.indexOf(selection.anchor);
  const to = loaded.indexOf(id);
  if (from < 0 || to < 0) return toggle(selection, id, loaded);
  const ids = new Set(selection.isAll ? loaded : selection.ids);
  const isOn = !ids.has(id);
  for (const one of loaded.slice(Math.min(from, to), Math.max(from, to) + 1)) {
    if (isOn) ids.add(one);
    else ids.delete(one);
  }
  return { ...selection, ids, isAll: false, anchor: id };
}

export const selectLoaded = (selection: Selection, loaded: readonly number[]): Selection => ({
  ...selection,
  ids: new Set(loaded),
  isAll: false,
  anchor: null,
});

export const selectAll = (selection: Selection): Selection => ({ ...selection, isAll: true, anchor: null });

/** After a change: what it left as it was stays selected, with the reason. */
export function afterChange(selection: Selection, skipped: readonly Skipped[]): Selection {
  return {
    ...emptySelection(selection.scope),
    ids: new Set(skipped.filter(({ code }) => code !== "not_found").map(({ id }) => id)),
    left: new Map(skipped.map(({ id, code }) => [id, code])),
  };
}
