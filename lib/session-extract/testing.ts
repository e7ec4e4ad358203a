/** A Kimi home in a temp folder and a language model on this machine, for tests of whole-session extraction. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { App } from "../context";
import { listMemories } from "../memories/list";
import { openTestApp, type TestApp } from "../testing";
import { completion, type FakeAnswer, type FakeLlm, startFakeLlm } from "../testing/fake-llm";

type Said = readonly [role: "user" | "assistant", text: string];

export interface Kimi {
  home: string;
  /** Writes a log, last changed at `mtime` (milliseconds), and answers its path. */
  session(id: string, said: readonly Said[], options?: { work?: string; mtime?: number }): string;
  remove(): void;
}

export const WORK = "wd_cart_0123456789ab";

export function makeKimi(): Kimi {
  const home = mkdtempSync(join(tmpdir(), "kimi-"));
  return {
    home,
    session(id, said, { work = WORK, mtime } = {}) {
      const folder = join(home, "sessions", work, id, "agents", "main");
      mkdirSync(folder, { recursive: true });
      const path = join(folder, "wire.jsonl");
      writeFileSync(
        path,
        [{ type: "metadata", protocol_version: "1.5" }, ...said.map(lineOf)]
          .map((line) => `${JSON.stringify(line)}\n`)
          .join(""),
      );
      if (mtime !== undefined) utimesSync(path, mtime / 1000, mtime / 1000);
      return path;
    },
    remove: () => rmSync(home, { recursive: true, force: true }),
  };
}

const lineOf = ([role, text]: Said, index: number): object =>
  role === "user"
    ? { type: "turn.prompt", input: [{ type: "text", text }], origin: { kind: "user" } }
    : {
        type: "context.append_loop_event",
        event: { type: "content.part", stepUuid: `step-${index}`, part: { type: "text", text } },
      };

export interface SessionTest {
  test: TestApp;
  kimi: Kimi;
  llm: FakeLlm;
  close(): Promise<void>;
}

/** Memories must be Chinese, as in the original; with `provider` the model is on from the start. */
export async function openSessionTest(
  options: { provider?: boolean; env?: Record<string, string> } = {},
): Promise<SessionTest> {
  const kimi = makeKimi();
  const llm = await startFakeLlm();
  const test = await openTestApp({
    env: { KIMI_CODE_HOME: kimi.home, KEEPSAKE_MEMORY_LANGUAGE: "zh", ...options.env },
  });
  if (options.provider !== false) switchOn(test.home, llm);
  return {
    test,
    kimi,
    llm,
    async close() {
      await test.close();
      await llm.close();
      kimi.remove();
    },
  };
}

export function switchOn(home: string, llm: FakeLlm, more: object = {}): void {
  const credentials = { provider: "deepseek", api_key: ["test", "key"].join("-"), base_url: llm.baseUrl, ...more };
  writeFileSync(join(home, "llm_credentials.json"), JSON.stringify(credentials), { mode: 0o600 });
}

export const SUMMARY = "会话确定了购物车缓存的方案，并写下了部署前的检查步骤。";

export interface Item {
  key: string;
  value: string;
  [field: string]: unknown;
}

export const memory = (topic: string, value: string, more: object = {}): Item => ({
  key: `cart:cache:decision:${topic}`,
  value,
  attribute: "decision",
  tags: ["cache"],
  confidence: 0.9,
  importance: 7,
  tier: "normal",
  ...more,
});

export const answerOf = (items: readonly object[], summary: string | null = SUMMARY): FakeAnswer =>
  completion(
    JSON.stringify({ memories: [...(summary === null ? [] : [{ key: "SESSION_SUMMARY", value: summary }]), ...items] }),
  );

/** More than the 200 characters that a session must have. */
export const TALK: readonly Said[] = [
  ["user", `我们决定购物车缓存使用 Redis，因为会话必须在部署之后仍然保留。${"请把方案写进文档并说明原因。".repeat(8)}`],
  ["assistant", `好的，已经把缓存方案写进文档。${"缓存键以用户编号开头，过期时间为一天。".repeat(6)}`],
];

export const rowsOf = (app: App, status: "active" | "all" = "active") =>
  listMemories(app, { status, limit: 100 }).items;

/** Without the sessions' logs. */
export const atomicsOf = (app: App) => rowsOf(app).filter((row) => !row.key.startsWith("project:"));

export const operationsOf = (app: App) =>
  app.sqlite.prepare("SELECT id, kind FROM operations ORDER BY id").all() as { id: number; kind: string }[];

export const serverLog = (home: string): string => readFileSync(join(home, "logs", "keepsake.log"), "utf8");

/** The last statistics line (E89). */
export const logLine = (home: string) =>
  serverLog(home)
    .split("\n")
    .filter((text) => text.includes('"session extracted"'))
    .map((text) => JSON.parse(text) as Record<string, unknown>)
    .at(-1);
