/** What the tests of this folder share: an app whose provider is a fake one, live turns, and answers to them. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach } from "vitest";
import { ingest } from "../../capture/ingest";
import { hook, prompt, rows, type Row } from "../../capture/testing";
import type { Observation, Summary } from "../../contract/evidence";
import type { Memory } from "../../contract/memory";
import { JOB } from "../../jobs/kinds";
import { LANES } from "../../jobs/handlers";
import { drain } from "../../jobs/runner";
import { CREDENTIALS_FILE } from "../../llm/credentials";
import { PLANTED_KEY } from "../../llm/testing";
import { listMemories } from "../../memories/list";
import { listObservations, listSummaries } from "../../observations/service";
import { openTestApp, type TestApp } from "../../testing";
import { completion, type FakeAnswer, type FakeLlm, startFakeLlm } from "../../testing/fake-llm";
import { createFakeTiming, type FakeTiming } from "../../testing/fake-timing";
import { createAskTurnHandler } from "./job";

export const HOME = { cwd: "/w/shop" };

export interface ToolUse {
  name: string;
  input: Record<string, unknown>;
  output: string;
}

let calls = 0;
export const edit = (file_path: string, more: Partial<ToolUse> = {}): ToolUse => ({
  name: "Edit",
  input: { file_path, old_string: "a", new_string: "b" },
  output: "The file has been updated successfully.",
  ...more,
});
export const run = (command: string, output = "ok"): ToolUse => ({ name: "Bash", input: { command }, output });

export interface Answer {
  observations?: Record<string, unknown>[];
  summary?: Record<string, unknown>;
  memories?: Record<string, unknown>[];
}

export const observation = (more: Record<string, unknown> = {}): Record<string, unknown> => ({
  type: "bugfix",
  title: "Empty carts no longer crash the total",
  subtitle: "",
  narrative: "The total assumed at least one line item; it now returns zero.",
  facts: ["total() returns 0 for an empty cart"],
  concepts: ["problem-solution"],
  category: "bugfix",
  priority: "medium",
  uses: [1],
  ...more,
});

export const summary = (more: Record<string, unknown> = {}): Record<string, unknown> => ({
  request: "Stop the crash of empty carts",
  investigated: "The total of the cart",
  learned: "The total assumed an item",
  completed: "A guard in the total",
  next_steps: "",
  notes: "",
  ...more,
});

export const memory = (more: Record<string, unknown> = {}): Record<string, unknown> => ({
  kind: "constraint",
  subject: "totals rounding",
  statement: "Totals are rounded once, at the very end, because line items carry fractions of cents.",
  everywhere: false,
  importance: 6,
  uses: [1],
  ...more,
});

export const answerText = (answer: Answer = {}): string =>
  JSON.stringify({ observations: [observation()], summary: summary(), memories: [], ...answer });
export const answers = (answer: Answer = {}): FakeAnswer => completion(answerText(answer), { input: 900, output: 200 });

export interface LlmTurns {
  test: TestApp;
  fake: FakeLlm;
  timing: FakeTiming;
  /** Names the fake provider in the credentials file. */
  switchOn(more?: object): void;
  /** A live turn, captured and not yet read. */
  capture(asked: string, uses?: ToolUse[], last?: string, body?: Record<string, unknown>): Promise<void>;
  /** A turn of one edit that mends something, captured and not yet read. */
  captureFix(): Promise<void>;
  /** How many requests went out. */
  asked(): number;
  /** Messages of one request. */
  messagesOf(at: number): { role: string; content: string }[];
  /** What stands of it all, active rows only. */
  observations(): Observation[];
  summaries(): Summary[];
  memories(): Memory[];
  /** Runs all jobs, without waits between requests. */
  drain(): Promise<void>;
  /** The first turn of the first session unless told. */
  turn(number?: number): Row;
  rows(sql: string, ...values: unknown[]): Row[];
  /** Bodies of all requests in one text. */
  sent(): string;
}

/** A new app and a fake provider that is switched on, before each test. */
export function useLlmTurns(): LlmTurns {
  const turns = {} as LlmTurns;
  beforeEach(async () => {
    turns.fake = await startFakeLlm();
    turns.test = await openTestApp();
    turns.timing = createFakeTiming(turns.test.clock);
    turns.switchOn = (more = {}) =>
      writeFileSync(
        join(turns.test.home, CREDENTIALS_FILE),
        JSON.stringify({
          provider: "openai-compatible",
          api_key: PLANTED_KEY,
          base_url: turns.fake.baseUrl,
          model: "fake-model",
          ...more,
        }),
        { mode: 0o600 },
      );
    turns.capture = async (asked, uses = [], last = "Done.", body = {}) => {
      turns.test.clock.now += 60_000;
      await ingest(turns.test.app, [
        prompt(asked, { ...HOME, ...body }),
        ...uses.map(({ name, input, output }) =>
          hook("PostToolUse", {
            ...HOME,
            tool_name: name,
            tool_input: input,
            tool_response: output,
            tool_use_id: `t-${(calls += 1)}`,
            ...body,
          }),
        ),
        hook("Stop", { ...HOME, stop_hook_active: false, last_assistant_message: last, ...body }),
      ]);
    };
    turns.captureFix = () =>
      turns.capture("Fix the crash of empty carts", [edit("/w/shop/src/cart.ts")], "Fixed the crash.");
    turns.asked = () => turns.fake.requests.length;
    turns.messagesOf = (at) => turns.fake.requests[at]?.json?.["messages"] as ReturnType<typeof turns.messagesOf>;
    turns.observations = () => listObservations(turns.test.app, { status: "active", limit: 100 }).items;
    turns.summaries = () => listSummaries(turns.test.app, { limit: 100 }).items;
    turns.memories = () => listMemories(turns.test.app, {}).items;
    turns.drain = async () => {
      const handler = createAskTurnHandler(turns.timing);
      const lanes = LANES.map((lane) => ({
        ...lane,
        kinds: lane.kinds.map((one) => (one.kind === JOB.askTurn ? { ...one, handler } : one)),
      }));
      await drain(turns.test.app, lanes);
    };
    turns.turn = (number = 1) =>
      rows(turns.test.app, "SELECT * FROM turns WHERE session_id = 1 AND number = ?", number)[0] ?? {};
    turns.rows = (sql, ...values) => rows(turns.test.app, sql, ...values);
    turns.sent = () => turns.fake.requests.map(({ body }) => body).join("\n");
    turns.switchOn();
  });
  afterEach(async () => {
    await turns.test.close();
    await turns.fake.close();
  });
  return turns;
}
