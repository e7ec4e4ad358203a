/** Merging by hand: one memory stays, the others are archived and point to it. */
import type { App } from "../context";
import type { Actor } from "../contract/common";
import { AppError } from "../contract/errors";
import type { MemoryChange } from "../contract/memory";
import { write } from "../db/write";
import type { NewChange } from "../operations/repo";
import { applyValues, recordChanges, requireRow } from "./change";
import { cleanTags } from "./clean";
import { requireMemory } from "./query";
import { type MemoryRow, type MemoryValues, projectMode } from "./repo";
import { requireWritable } from "./service";

/** Keeps one memory and archives the rest; the kept one takes their tags, sources and highest importance. */
export function mergeMemories(app: App, ids: number[], keep: number, actor: Actor): MemoryChange {
  const others = [...new Set(ids)].filter((id) => id !== keep);
  if (others.length === 0)
    throw new AppError("validation_failed", "A merge needs at least one memory besides the kept one.");
  const operation = write(app, (tx) => {
    const now = app.now();
    const kept = requireRow(tx, keep);
    if (kept.status !== "active")
      throw new AppError("conflict", `Memory ${keep} is ${kept.status}; only an active one can be kept.`);
    const dropped = others.map((id) => requireRow(tx, id));
    for (const row of [kept, ...dropped]) requireWritable(projectMode(tx, row.projectId), actor);
    const changes: NewChange[] = [];
    for (const row of dropped) {
      const change = applyValues(tx, now, row, { status: "archived", supersededBy: keep });
      if (change !== null) changes.push(change);
    }
    const merged = applyValues(tx, now, kept, mergedValues(kept, dropped));
    if (merged !== null) changes.push(merged);
    const title = `Merged ${others.length} into memory ${keep}`;
    return recordChanges(tx, now, { kind: "memory.merge", title, actor, projectId: kept.projectId, changes });
  });
  return { ok: true, memory: requireMemory(app, keep), operation_id: operation };
}

/** What a kept memory takes over: all tags and sources, the highest importance. */
export function mergedValues(kept: MemoryRow, dropped: MemoryRow[]): MemoryValues {
  const all = [kept, ...dropped];
  const sources = all.flatMap((row) => (JSON.parse(row.sources) as unknown[]).map((source) => JSON.stringify(source)));
  return {
    tags: cleanTags(all.map((row) => row.tags).join(",")),
    importance: Math.max(...all.map((row) => row.importance)),
    sources: `[${[...new Set(sources)].join(",")}]`,
  };
}
