/** Turns of clients that never say when one ends (M3, M8, M9): what they did is told as done, and nothing as cut off. */
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { ingest } from "../capture/ingest";
import { bash, column, hook, prompt, rows } from "../capture/testing";
import type { App } from "../context";
import { drain } from "../jobs/runner";
import { currentTask } from "../recall/task";
import { openTestApp, type TestApp } from "../testing";
import { post, use, UUID } from "../testing/worker-capture";

let test: TestApp;
let app: App;

beforeEach(async () => {
  test = await openTestApp();
  app = test.app;
});
afterEach(() => test.close());

const HALF_AN_HOUR = 30 * 60_000;
const edit = (file: string, more: Record<string, unknown> = {}) =>
  post(
    "observations",
    use({
      tool_name: "Edit",
      tool_input: { file_path: `/w/app/${file}`, old_string: "a", new_string: "b" },
      tool_response: "The file has been updated.",
      ...more,
    }),
  );
const statuses = () => column(app, "SELECT status FROM turns ORDER BY session_id, number");
const told = () =>
  rows(app, "SELECT title FROM observations WHERE status = 'active' ORDER BY id").map((row) => row["title"]);
const nextSteps = () => column(app, "SELECT next_steps FROM summaries WHERE status = 'active' ORDER BY id");
async function silence(ms: number): Promise<void> {
  test.clock.now += ms;
  await drain(app);
}

describe("a client that never summarizes", () => {
  it("M8: complete ends the open turn as done", async () => {
    await post("init", { claudeSessionId: "s-1", prompt: "Round the total", cwd: "/w/app" });
    await edit("cart.ts");
    await post("complete", { claudeSessionId: "s-1" });
    await silence(1_000);
    expect(statuses()).toEqual(["done"]);
    expect(told()).toEqual(["Edited cart.ts"]);
    expect(nextSteps()).toEqual([""]);
  });

  it("M9: the next prompt ends the turn before it as done", async () => {
    await post("init", { claudeSessionId: "s-1", prompt: "Round the total", cwd: "/w/app" });
    await edit("cart.ts");
    await post("init", { claudeSessionId: "s-1", prompt: "Now the tax", cwd: "/w/app" });
    await silence(1_000);
    expect(statuses()).toEqual(["done", "open"]);
    expect(told()).toEqual(["Edited cart.ts"]);
    expect(nextSteps()).toEqual([""]);
  });

  it("M3: half an hour of silence ends it as done, whatever form the session's id has", async () => {
    await edit("cart.ts");
    await edit("tax.ts", { claudeSessionId: UUID });
    await silence(61_000);
    await silence(HALF_AN_HOUR);
    expect(statuses()).toEqual(["done", "done"]);
    expect(told()).toEqual(["Edited cart.ts", "Edited tax.ts"]);
  });
});

describe("a client that says when a turn ends", () => {
  it("M8, M9: a message that was queued while it worked cuts nothing off", async () => {
    await post("init", { claudeSessionId: "s-1", prompt: "Round the total", cwd: "/w/app" });
    await edit("cart.ts");
    await post("summarize", { claudeSessionId: "s-1", last_assistant_message: "I rounded the total in cart.ts." });
    await post("init", { claudeSessionId: "s-1", prompt: "Now the tax", cwd: "/w/app" });
    await edit("tax.ts");
    await post("init", { claudeSessionId: "s-1", prompt: "And the discount", cwd: "/w/app" });
    await edit("discount.ts");
    await post("complete", { claudeSessionId: "s-1" });
    await silence(1_000);
    expect(statuses()).toEqual(["done", "done", "done"]);
    expect(told()).toContain("Edited tax.ts");
    expect(told().join()).not.toContain("interrupted");
  });

  it("M3: a hook's turn that stops in the middle ends as it is; StopFailure says that it was cut off", async () => {
    await ingest(app, [prompt("go"), bash("still building"), hook("SessionEnd")]);
    expect(statuses()).toEqual(["done"]);
    const other = { session_id: "s-2" };
    await ingest(app, [prompt("go", other), bash("still building", other), hook("StopFailure", other)]);
    expect(statuses()).toEqual(["done", "interrupted"]);
  });

  it("questions without a Stop are no task for anybody", async () => {
    await ingest(app, [prompt("What did we say about the cart?")]);
    await silence(1_000);
    await ingest(app, [prompt("And what did we say about the tax?")]);
    await silence(1_000);
    await ingest(app, [hook("SessionEnd")]);
    await silence(HALF_AN_HOUR);
    expect(nextSteps().filter((steps) => steps !== "")).toEqual([]);
    expect(currentTask(app, [1], null, null, () => false)).toBeNull();
  });
});
