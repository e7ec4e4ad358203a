/** What the overview tells of memories, from the columns that their lists are made of: the same scope, the same "active". */
import type { App } from "../context";
import type { HotMemory } from "../contract/overview";
import { type Filters, select } from "../memories/selection";
import { type Day, dayIndex } from "./days";
import { textsOf } from "./texts-query";

const scoped = (project: string | undefined): Filters => (project === undefined ? {} : { project });

export interface MemoryDays {
  /** Written on that day, whatever became of them since; deleted ones left out. */
  written: number[];
  /** In force now, and written on that day or before. */
  inForce: number[];
}

export function memoriesByDay(app: App, project: string | undefined, days: readonly Day[]): MemoryDays {
  const { columns, passes, isLive } = select(app, { ...scoped(project), status: "all" });
  const { created_at: createdAt } = columns.numbers;
  const { codes, codeOf } = columns.words.status;
  const deleted = codeOf.get("deleted") ?? -1;
  const written = days.map(() => 0);
  const live = days.map(() => 0);
  let before = 0;
  for (let at = 0; at < columns.size; at += 1) {
    if (codes[at] === deleted || !passes(at)) continue;
    const day = dayIndex(days, createdAt[at] ?? 0);
    if (day >= 0 && day < days.length) written[day] = (written[day] ?? 0) + 1;
    if (!isLive(at)) continue;
    if (day < 0) before += 1;
    // What a clock that was ahead wrote is there today.
    else live[Math.min(day, days.length - 1)] = (live[Math.min(day, days.length - 1)] ?? 0) + 1;
  }
  let sum = before;
  return { written, inForce: live.map((count) => (sum += count)) };
}

/** The memories in force with the greatest importance × (uses + 1), hottest first; of equals the lower id (E101). */
export function hottest(app: App, project: string | undefined, limit: number): HotMemory[] {
  const { columns, passes } = select(app, scoped(project));
  const { importance, access_count: uses } = columns.numbers;
  const heatOf = (at: number): number => (importance[at] ?? 0) * ((uses[at] ?? 0) + 1);
  const isHotter = (a: number, b: number): boolean => {
    const [heat, other] = [heatOf(a), heatOf(b)];
    return heat > other || (heat === other && (columns.ids[a] ?? 0) < (columns.ids[b] ?? 0));
  };
  const best: number[] = [];
  for (let at = 0; at < columns.size; at += 1) {
    const last = best.at(-1);
    if (!passes(at) || (best.length === limit && last !== undefined && !isHotter(at, last))) continue;
    const place = best.findIndex((other) => isHotter(at, other));
    best.splice(place < 0 ? best.length : place, 0, at);
    if (best.length > limit) best.pop();
  }
  const texts = textsOf(
    app.db,
    best.map((at) => columns.ids[at] ?? 0),
  );
  return best.flatMap((at) => {
    const id = columns.ids[at] ?? 0;
    const text = texts.get(id);
    return text === undefined
      ? []
      : [{ id, ...text, importance: importance[at] ?? 0, access_count: uses[at] ?? 0, heat: heatOf(at) }];
  });
}
