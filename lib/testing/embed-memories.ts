/** Test helper: brings the vectors of all memories in step at once, as their jobs would. */
import type { App } from "../context";
import { memories } from "../db/schema/memories";
import { JOB } from "../jobs/kinds";
import { vectorIndexHandler } from "../search/vector-jobs";

export async function embedMemories(app: App): Promise<void> {
  const rows = app.db.select({ id: memories.id }).from(memories).all();
  const jobs = rows.map(({ id }) => ({
    id,
    kind: JOB.indexVector,
    key: `memory:${id}`,
    payload: { kind: "memory", id },
    revision: 1,
    attempts: 1,
  }));
  await vectorIndexHandler.run(app, jobs);
  app.sqlite.prepare("DELETE FROM jobs WHERE kind = ?").run(JOB.indexVector);
}
