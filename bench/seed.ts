/** Fills a data folder with synthetic rows through the store's own parts, with the fake embedder: the real one would take half an hour. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { openApp } from "../lib/app";
import { memories } from "../lib/db/schema/memories";
import { observations } from "../lib/db/schema/observations";
import { projectAliases, projects } from "../lib/db/schema/projects";
import { write } from "../lib/db/write";
import { createHashEmbedder } from "../lib/embed/hash-embedder";
import { readEnv } from "../lib/env";
import { type Lane, LANES } from "../lib/jobs/handlers";
import { drain } from "../lib/jobs/runner";
import { foldName } from "../lib/projects/identify";
import { indexEntity } from "../lib/search/indexing";
import { notes } from "./corpus";

const CHUNK = 1_000;
/** One memory a five rows, the rest are observations. */
const MEMORY_SHARE = 5;
const PROJECTS = 20;
const DAY_MS = 86_400_000;

/** A batch is as small as it is for a model's sake; here there is none, and each of them costs the index a write. */
const inBulk = (lane: Lane): Lane => ({
  ...lane,
  kinds: lane.kinds.map(({ kind, handler }) => ({ kind, handler: { ...handler, batch: CHUNK } })),
});

/** `memoryShare` null: observations only. */
export async function seedHome(
  home: string,
  rows: number,
  { memoryShare = MEMORY_SHARE }: { memoryShare?: number | null } = {},
): Promise<void> {
  const env = readEnv({ ...process.env, KEEPSAKE_HOME: home, KEEPSAKE_LOG_LEVEL: "warn", KEEPSAKE_EMBEDDER: "hash" });
  const app = await openApp(env, { embedder: createHashEmbedder() });
  const now = Date.UTC(2026, 10, 30);
  write(app, (tx) => {
    for (let i = 1; i <= PROJECTS; i++) {
      const name = `project-${i}`;
      const { id: projectId } = tx
        .insert(projects)
        .values({ key: `name:${name}`, name, kind: "name", createdAt: now, lastActivityAt: now })
        .returning({ id: projects.id })
        .get();
      // Projects are asked for by their names.
      tx.insert(projectAliases)
        .values({ projectId, alias: foldName(name), kind: "name", createdAt: now })
        .run();
    }
  });
  const all = notes(rows);
  for (let start = 0; start < rows; start += CHUNK) {
    write(app, (tx) => {
      for (let i = start; i < Math.min(start + CHUNK, rows); i++) {
        const note = all.next().value;
        if (note === undefined) return;
        const projectId = 1 + (i % PROJECTS);
        const at = now - (i % 365) * DAY_MS;
        if (memoryShare !== null && i % memoryShare === 0) {
          const row = tx
            .insert(memories)
            .values({
              projectId,
              key: `project-${projectId}:bench:fact:note_${i}`,
              value: note.text.slice(0, 500),
              attribute: "fact",
              importance: 1 + (i % 10),
              createdAt: at,
              updatedAt: at,
            })
            .returning()
            .get();
          indexEntity(tx, at, "memory", row);
        } else {
          const row = tx
            .insert(observations)
            .values({
              projectId,
              branch: "main",
              title: note.title,
              summary: note.text,
              facts: JSON.stringify([note.text]),
              filesModified: JSON.stringify([note.file]),
              obsType: note.type,
              category: "learning",
              priority: "medium",
              source: "rules",
              createdAt: at,
              updatedAt: at,
            })
            .returning()
            .get();
          indexEntity(tx, at, "observation", row);
        }
      }
    });
  }
  await drain(app, LANES.filter((lane) => lane.name === "index").map(inBulk));
  // What compares memories and keeps house would work beside the measuring, on rows that mean nothing.
  app.sqlite.exec("DELETE FROM jobs");
  for (const marker of [".last_forget", ".last_consolidate"]) writeFileSync(join(home, marker), "");
  await app.vectors.optimize();
  await app.close();
}
