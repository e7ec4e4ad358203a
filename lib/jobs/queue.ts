/** The queue as it runs: by lane and kind, with what waits longest. */
import type { App } from "../context";
import type { JobQueue } from "../contract/system";
import { LANES } from "./handlers";
import { readQueue } from "./query";

/** Lanes in the order of the registry; kinds of which there is no job are left out, and so are lanes without any. */
export function jobQueue(app: App): JobQueue {
  const rows = new Map(readQueue(app.db, app.now()).map((row) => [row.kind, row]));
  const lanes = LANES.map(({ name, kinds }) => ({
    name,
    kinds: kinds.flatMap(({ kind }) => {
      const row = rows.get(kind);
      rows.delete(kind);
      return row === undefined ? [] : [toKind(row)];
    }),
  }));
  // Of a kind that nobody does any more.
  const left = [...rows.values()].map(toKind);
  return { lanes: [...lanes, { name: "none", kinds: left }].filter(({ kinds }) => kinds.length > 0) };
}

const toKind = ({ oldest, ...row }: ReturnType<typeof readQueue>[number]) => ({ ...row, oldest_wait: oldest });
