/** Test helpers: a small transcript from which decisions are drawn, and the whole state of a store to compare. */
import { ingest } from "../capture/ingest";
import { column, endOf, lines, type Row, rows } from "../capture/testing";
import type { App } from "../context";
import type { Actor } from "../contract/common";
import type { AppError } from "../contract/errors";
import { SearchQuery } from "../contract/search";
import { drain } from "../jobs/runner";
import { listOperations } from "../operations/query";
import { search } from "../search/service";
import { dumpIndexes } from "./dump-indexes";

const at = (minute: number) => new Date(Date.UTC(2026, 4, 1, 9, minute)).toISOString();
export const line = (sessionId: string, uuid: string, type: string, content: unknown, minute: number) => ({
  type,
  uuid: `${sessionId}-${uuid}`,
  sessionId,
  cwd: "/w/ferry",
  gitBranch: "main",
  timestamp: at(minute),
  message: { role: type, id: `m-${sessionId}-${uuid}`, content },
});
/** A decision, a tool call with its result, an answer. */
export const transcript = (id: string, choice = "NATS") => [
  ...lines([
    line(
      id,
      "1",
      "user",
      `We decided to use ${choice} for the ferry queue because retries must survive a restart. Always run make check before a commit.`,
      0,
    ),
    line(
      id,
      "2",
      "assistant",
      [
        {
          type: "tool_use",
          id: `t-${id}`,
          name: "Edit",
          input: { file_path: "/w/ferry/queue.ts", old_string: "a", new_string: "b" },
        },
      ],
      1,
    ),
    line(
      id,
      "3",
      "user",
      [{ type: "tool_result", tool_use_id: `t-${id}`, content: "The file queue.ts has been updated." }],
      2,
    ),
    line(
      id,
      "4",
      "assistant",
      [{ type: "text", text: `The ferry queue now runs on ${choice}, and the tests pass.` }],
      3,
    ),
    line(id, "5", "user", "Why did the ferry queue lose its retries?", 4),
    line(
      id,
      "6",
      "assistant",
      [{ type: "text", text: "The root cause was that the ferry queue kept its retries in memory." }],
      5,
    ),
  ]),
  endOf(id),
];

const CLI: Actor = { kind: "person", name: "cli" };

/** Imports the transcript and does all that follows from it. */
export async function importOne(app: App, id = "s-1", choice?: string, actor = CLI) {
  const result = await ingest(app, transcript(id, choice), actor);
  await drain(app);
  return result;
}

export const findIn = (app: App, query: string) => search(app, SearchQuery.parse({ query }));
export const operationsOf = (app: App, kind: string) =>
  listOperations(app, { limit: 200 }).items.filter((one) => one.kind === kind);
/** Id of the memory whose value holds the text. */
export const memoryOf = (app: App, text: string): number =>
  Number(column(app, "SELECT id FROM memories WHERE instr(value, ?) > 0", text)[0]);

const COUNTER = /^(?:revision)$/;
const TABLES = [
  "sessions",
  "turns",
  "prompts",
  "events",
  "observations",
  "summaries",
  "memories",
  "memory_pairs",
  "reflections",
  "tasks",
];
/** All rows but the counters that only move forward, and both derived indexes. */
export async function snapshot(app: App) {
  await drain(app);
  const tables = TABLES.map((table) => [
    table,
    rows(app, `SELECT * FROM ${table} ORDER BY rowid`).map((row) =>
      Object.fromEntries(Object.entries(row).filter(([name]) => !COUNTER.test(name))),
    ),
  ]);
  return {
    rows: Object.fromEntries(tables) as Record<string, Row[]>,
    indexes: dumpIndexes(app),
    vectors: await app.vectors.countByKind(),
  };
}
export const statuses = (app: App, table: string): Record<string, number> =>
  Object.fromEntries(
    rows(app, `SELECT status, count(*) AS n FROM ${table} GROUP BY status`).map((row) => [row["status"], row["n"]]),
  );
/** The error of a call that must fail. */
export const refused = (run: () => unknown): AppError => {
  try {
    run();
  } catch (error) {
    return error as AppError;
  }
  throw new Error("was not refused");
};
