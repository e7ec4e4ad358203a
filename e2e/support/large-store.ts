/** A store with very many memories of every kind, written through the store's own parts; for the tests of what stays fast. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { notes } from "../../bench/corpus";
import { openApp } from "../../lib/app";
import { memories } from "../../lib/db/schema/memories";
import { projectAliases, projects } from "../../lib/db/schema/projects";
import { write } from "../../lib/db/write";
import { createHashEmbedder } from "../../lib/embed/hash-embedder";
import { readEnv } from "../../lib/env";
import { LANES } from "../../lib/jobs/handlers";
import { drain } from "../../lib/jobs/runner";
import { foldName } from "../../lib/projects/identify";
import { indexEntity } from "../../lib/search/indexing";

const CHUNK = 1_000;
const PROJECTS = 20;
const DAY_MS = 86_400_000;
const TIERS = [
  "normal",
  "normal",
  "normal",
  "normal",
  "normal",
  "normal",
  "normal",
  "reference",
  "reference",
  "pinned",
] as const;
const ATTRIBUTES = ["decision", "preference", "fact", "fact", "constraint"] as const;
const HOSTS = ["claude-code", "claude-code", "codex", "gemini", ""] as const;
const ORIGINS = ["rules", "llm", "agent", "person", "import"] as const;
const TAGS = [
  "api",
  "build",
  "cache",
  "ci",
  "db",
  "deploy",
  "docs",
  "i18n",
  "perf",
  "security",
  "tests",
  "ui",
] as const;

const at = <T>(list: readonly T[], i: number): T => list[i % list.length] as T;

interface LargeStoreOptions {
  /** Whether they are found by meaning too; by words they always are. Takes longer than all the rest. */
  vectors?: boolean;
}

/** `count` memories in 20 projects, the newest last; the first nine of ten are active. The server must not run yet; start it with `KEEPSAKE_EMBEDDER=hash`. */
export async function seedMemories(
  home: string,
  count: number,
  { vectors = false }: LargeStoreOptions = {},
): Promise<void> {
  const env = readEnv({ ...process.env, KEEPSAKE_HOME: home, KEEPSAKE_LOG_LEVEL: "warn", KEEPSAKE_EMBEDDER: "hash" });
  const app = await openApp(env, { embedder: createHashEmbedder() });
  const now = Date.now();
  write(app, (tx) => {
    for (let i = 1; i <= PROJECTS; i++) {
      const name = `project-${i}`;
      const row = { key: `name:${name}`, name, kind: "name" as const, createdAt: now, lastActivityAt: now };
      const { id: projectId } = tx.insert(projects).values(row).returning({ id: projects.id }).get();
      tx.insert(projectAliases)
        .values({ projectId, alias: foldName(name), kind: "name", createdAt: now })
        .run();
    }
  });
  const texts = notes(count);
  for (let start = 0; start < count; start += CHUNK) {
    write(app, (tx) => {
      for (let i = start; i < Math.min(start + CHUNK, count); i++) {
        const note = texts.next().value;
        if (note === undefined) return;
        const createdAt = now - ((count - i) % 400) * DAY_MS - (count - i) * 1000;
        const isArchived = i % 10 === 9;
        const hits = i % 3 === 0 ? 0 : (i * 7) % 23;
        const row = tx
          .insert(memories)
          .values({
            projectId: 1 + (i % PROJECTS),
            key: `project-${1 + (i % PROJECTS)}:large:${at(ATTRIBUTES, i)}:note_${i}`,
            value: note.text.slice(0, 500),
            attribute: at(ATTRIBUTES, i),
            tier: at(TIERS, i),
            kind: "",
            tags: [...new Set([at(TAGS, i), at(TAGS, i * 5 + 1)])].join(","),
            status: isArchived ? "archived" : "active",
            importance: 1 + (i % 10),
            confidence: 0.5 + (i % 6) / 10,
            accessCount: hits,
            lastAccessed: hits === 0 ? null : createdAt + DAY_MS / 2,
            expiresAt: i % 50 === 0 ? now + (1 + (i % 90)) * DAY_MS : null,
            branch: i % 4 === 0 ? "main" : null,
            host: at(HOSTS, i),
            origin: at(ORIGINS, i),
            createdAt,
            updatedAt: createdAt,
          })
          .returning()
          .get();
        indexEntity(tx, createdAt, "memory", row);
      }
    });
  }
  if (vectors) {
    const lanes = LANES.filter((lane) => lane.name === "index");
    await drain(app, lanes);
  }
  // What compares memories and keeps house would work beside the measuring, on rows that mean nothing.
  app.sqlite.exec("DELETE FROM jobs");
  for (const marker of [".last_forget", ".last_consolidate"]) writeFileSync(join(home, marker), "");
  await app.close();
}
