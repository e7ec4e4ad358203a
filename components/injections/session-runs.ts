/** Puts the blocks of one session side by side within a page, where several agents were at work at once. Pure. */
import type { InjectionBrief } from "@/lib/contract/inject";

type Run = Pick<InjectionBrief, "session" | "host" | "project_id" | "branch">;

/** Sent to the same agent at the same place. A block without a session stands alone. */
export const isSameRun = (a: Run, b: Run): boolean =>
  a.session === b.session && a.host === b.host && a.project_id === b.project_id && a.branch === b.branch;

/** Newest first, days apart: sessions by their newest block of the day, their blocks below each other. `dayOf`: the day in the reader's zone. */
export function inRuns<B extends Run & { created_at: number }>(
  blocks: readonly B[],
  dayOf: (at: number) => string,
): B[] {
  const runs = new Map<string, B[]>();
  for (const block of blocks) {
    const place = [dayOf(block.created_at), block.host, block.session, block.project_id, block.branch];
    const key = JSON.stringify(place);
    const run = runs.get(key);
    if (run === undefined) runs.set(key, [block]);
    else run.push(block);
  }
  return [...runs.values()].flat();
}
