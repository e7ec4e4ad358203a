/** Test helpers: two projects with evidence, memories and exclusions, and everything that belongs to somebody as it stands. */
import { ingest } from "../capture/ingest";
import { bash, hook, prompt, type Row, rows } from "../capture/testing";
import type { App } from "../context";
import type { Actor } from "../contract/common";
import { exclude } from "../inject/exclusions";
import { drain } from "../jobs/runner";
import { createMemory } from "../memories/service";
import type { TestApp } from "../testing";
import { dumpIndexes } from "../testing/dump-indexes";

export const PERSON: Actor = { kind: "person", name: "console" };
export const AGENT: Actor = { kind: "agent", name: "claude" };

const TABLES: Record<string, string> = {
  projects: "id",
  project_aliases: "project_id, alias",
  project_roots: "path",
  sessions: "id",
  prompts: "id",
  events: "id",
  observations: "id",
  summaries: "id",
  memories: "id",
  memory_pairs: "id",
  injections: "id",
  injection_exclusions: "id",
};
const BOOKKEEPING = new Set(["revision", "access_count", "last_accessed"]);

/** Rows, words and vectors, without what only ever moves forward. */
export async function snapshot(app: App) {
  await drain(app);
  const all = Object.entries(TABLES).map(([table, order]) => [
    table,
    rows(app, `SELECT * FROM ${table} ORDER BY ${order}`).map(
      (row) => Object.fromEntries(Object.entries(row).filter(([name]) => !BOOKKEEPING.has(name))) as Row,
    ),
  ]);
  const marks = [...(await app.vectors.marks())].map(([kind, byId]) => [kind, [...byId].sort(([a], [b]) => a - b)]);
  return {
    rows: Object.fromEntries(all) as Record<string, Row[]>,
    indexes: dumpIndexes(app),
    vectors: Object.fromEntries(marks) as Record<string, unknown>,
  };
}

export async function capture({ app, clock }: TestApp, session: string, cwd: string, text: string): Promise<void> {
  clock.now += 60_000;
  const where = { session_id: session, cwd };
  await ingest(app, [
    hook("SessionStart", { ...where, source: "startup" }),
    prompt(text, where),
    bash(`output of ${text}`, { ...where, tool_use_id: `${session}-1` }),
    hook("Stop", { ...where, last_assistant_message: `Done: ${text}` }),
  ]);
  await drain(app);
}

/** `/w/shop` is project 1, `/w/cart` project 2; both hold an active memory under `shop:cache:decision:store`. */
export async function seedTwo(test: TestApp): Promise<void> {
  const { app, clock } = test;
  await capture(
    test,
    "s-1",
    "/w/shop",
    "We settle on Redis for the cart cache because sessions must survive a deploy.",
  );
  await capture(test, "s-2", "/w/cart", "We settle on Kafka for the order events because they must be replayed.");
  const add = (project: string, key: string, value: string): number => {
    clock.now += 1000;
    return createMemory(app, { project, key, value }, { actor: PERSON }).id;
  };
  add("shop", "shop:cache:decision:store", "The cache of the shop is Redis 7");
  add("cart", "shop:cache:decision:store", "The cache of the shop is Memcached");
  const only = add("cart", "cart:deploy:rule:window", "Deploys of the cart happen on Friday mornings");
  exclude(app, { memory_id: only, project: "cart" }, PERSON);
  exclude(app, { memory_id: only, project: "shop" }, PERSON);
  await drain(app);
}
