/** What a change of many memories would do, without doing it. */
import { setImmediate } from "node:timers/promises";
import type { App, Handle } from "../context";
import type { Actor } from "../contract/common";
import { type MemoryBulkAction, type MemoryBulkPreview, type SkipCode } from "../contract/memory-bulk";
import { OFTEN_USED } from "../contract/memory-list";
import { projectById } from "../projects/repo";
import { ROWS_AT_ONCE, type Wanted, wantedIds } from "./bulk";
import { NOT_THERE, planner, type Skip } from "./bulk-plan";
import { findMemories, type MemoryRow, type MemoryValues } from "./repo";
import { tagsOf } from "./tag-lists";

const MAX_EXAMPLES = 20;
const MAX_GROUPS = 50;

type By = MemoryBulkPreview["by"][number];
type Skipped = MemoryBulkPreview["skipped"][number];
type Preview = Omit<MemoryBulkPreview, "by" | "skipped"> & { by: Map<string, By>; skipped: Map<SkipCode, Skipped> };

/** Reads a page of rows at a time, as `bulkMemories` changes them. Throws what `planner` throws. */
export async function previewBulk(app: App, body: MemoryBulkAction & Wanted, actor: Actor): Promise<MemoryBulkPreview> {
  const ids = await wantedIds(app, body);
  const plan = planner(app, app.db, body, actor);
  const nameOf = projectNamer(app.db);
  const preview: Preview = {
    ok: true,
    dry_run: true,
    found: ids.length,
    changes: 0,
    by: new Map(),
    touched: { pinned: 0, often: 0 },
    skipped_total: 0,
    skipped: new Map(),
    examples: [],
  };
  for (let start = 0; start < ids.length; start += ROWS_AT_ONCE) {
    if (start > 0) await setImmediate();
    const wanted = ids.slice(start, start + ROWS_AT_ONCE);
    const rows = findMemories(app.db, wanted);
    const known = new Set(rows.map((row) => row.id));
    for (const id of wanted) if (!known.has(id)) skip(preview, id, NOT_THERE);
    for (const row of rows) {
      const planned = plan(row);
      if ("code" in planned) skip(preview, row.id, planned);
      else count(preview, row, differences(row, planned.values, nameOf));
    }
  }
  return {
    ...preview,
    by: [...preview.by.values()].sort((a, b) => b.count - a.count).slice(0, MAX_GROUPS),
    skipped: [...preview.skipped.values()].sort((a, b) => b.count - a.count),
  };
}

function skip(preview: Preview, id: number, { code, reason }: Skip): void {
  preview.skipped_total += 1;
  const group = preview.skipped.get(code);
  if (group === undefined) preview.skipped.set(code, { code, reason, count: 1, ids: [id] });
  else {
    group.count += 1;
    if (group.ids.length < MAX_EXAMPLES) group.ids.push(id);
  }
}

function count(preview: Preview, row: MemoryRow, differences: Omit<By, "count">[]): void {
  preview.changes += 1;
  if (row.tier === "pinned" && row.status === "active") preview.touched.pinned += 1;
  if (row.accessCount >= OFTEN_USED) preview.touched.often += 1;
  for (const difference of differences) {
    const key = JSON.stringify(difference);
    const group = preview.by.get(key);
    if (group === undefined) preview.by.set(key, { ...difference, count: 1 });
    else group.count += 1;
  }
  const [first] = differences;
  if (preview.examples.length >= MAX_EXAMPLES || first === undefined) return;
  const { id, key, value, tags } = row;
  // Of tags the whole list says more than one that comes or goes.
  const from = first.field === "tags" ? tags : first.from;
  preview.examples.push({ id, key, value, from, to: first.field === "tags" ? afterOf(differences, tags) : first.to });
}

function afterOf(differences: Omit<By, "count">[], tags: string): string {
  const gone = new Set(differences.map(({ from }) => from));
  const come = differences.flatMap(({ to }) => (to === null ? [] : [String(to)]));
  return [...tagsOf(tags).filter((tag) => !gone.has(tag)), ...come].join(",");
}

type NameOf = (projectId: number) => string | null;

function differences(row: MemoryRow, values: MemoryValues, nameOf: NameOf): Omit<By, "count">[] {
  if (values.projectId !== undefined) {
    return [{ field: "project", from: nameOf(row.projectId), to: nameOf(values.projectId) }];
  }
  if (values.status !== undefined) return [{ field: "status", from: row.status, to: values.status }];
  if (values.tier !== undefined) return [{ field: "tier", from: row.tier, to: values.tier }];
  if (values.importance !== undefined) return [{ field: "importance", from: row.importance, to: values.importance }];
  if (values.expiresAt !== undefined) {
    return [{ field: "expires_at", from: row.expiresAt === null ? null : "set", to: values.expiresAt }];
  }
  const [before, after] = [tagsOf(row.tags), tagsOf(values.tags ?? row.tags)];
  return [
    ...after.filter((tag) => !before.includes(tag)).map((tag) => ({ field: "tags" as const, from: null, to: tag })),
    ...before.filter((tag) => !after.includes(tag)).map((tag) => ({ field: "tags" as const, from: tag, to: null })),
  ];
}

function projectNamer(handle: Handle): NameOf {
  const names = new Map<number, string | null>([[0, null]]);
  return (id) => {
    if (!names.has(id)) names.set(id, projectById(handle, id)?.name ?? null);
    return names.get(id) ?? null;
  };
}
