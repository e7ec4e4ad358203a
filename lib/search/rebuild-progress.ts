/** How far a rebuild of an index is, for whoever looks meanwhile. */

export interface Progress {
  done: number;
  total: number;
  startedAt: number;
  finishedAt: number | null;
}

export type RebuiltIndex = "words" | "vectors";

/** On globalThis, because the runner and the route that looks are two module instances; by data folder, for tests. */
const KEY = Symbol.for("keepsake.rebuild-progress");
type Slot = { [KEY]?: Map<string, Progress> };
const kept = (): Map<string, Progress> => ((globalThis as Slot)[KEY] ??= new Map<string, Progress>());

export const progressOf = (home: string, index: RebuiltIndex): Progress | null =>
  kept().get(`${index}:${home}`) ?? null;

/** Answers the way to count on, and the way to say that it ended. */
export function beginProgress(
  home: string,
  index: RebuiltIndex,
  total: number,
  now: () => number,
): { add: (rows: number) => void; end: () => void } {
  const progress: Progress = { done: 0, total, startedAt: now(), finishedAt: null };
  kept().set(`${index}:${home}`, progress);
  return {
    add(rows) {
      progress.done += rows;
      // Rows came in meanwhile.
      progress.total = Math.max(progress.total, progress.done);
    },
    end() {
      progress.total = progress.done;
      progress.finishedAt = now();
    },
  };
}
