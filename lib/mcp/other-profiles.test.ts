import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { ingest } from "../capture/ingest";
import { bash, hook, prompt, rows } from "../capture/testing";
import { WORKFLOW } from "../contract/mcp-names";
import { DATA_SENTENCE } from "../inject/frame";
import { LANES } from "../jobs/handlers";
import { drain } from "../jobs/runner";
import { undoOperation } from "../operations/undo";
import { makeRepo } from "../testing/git";
import { connectHost, type McpHost } from "../testing/mcp-client";
import { openTestApp, type TestApp } from "../testing";

const PERSON = { kind: "person" as const, name: "console" };

let test: TestApp;
let folder: string;
beforeEach(async () => {
  test = await openTestApp({ env: { KEEPSAKE_LLM_PROVIDER: "none", PATH: process.env["PATH"] ?? "" } });
  folder = join(test.home, "work", "shop");
  mkdirSync(folder, { recursive: true });
});
afterEach(() => test.close());

describe("codewatch", () => {
  let host: McpHost;
  beforeEach(async () => {
    makeRepo(folder);
    host = await connectHost("?profile=codewatch", { name: "cursor", roots: [folder] });
  });

  it("C1, C7, C9: the server has its name; observe stores one, answers the original's fields, and refuses what it does not know", async () => {
    expect(host.client.getServerVersion()?.name).toBe("codewatch-memory");
    const { body } = await host.json("observe", {
      content: "We decided to keep carts in Redis, a breaking change",
      files: ["src/cart.ts"],
    });
    expect(body).toMatchObject({
      id: expect.any(Number) as number,
      priority: "high",
      session_observation_count: 1,
      tokens_until_reflect: expect.any(Number) as number,
    });
    for (const wrong of [
      {},
      { content: "" },
      { content: "x".repeat(20), category: "planets" },
      { content: "x".repeat(20), priority: "urgent" },
    ])
      expect(await host.json("observe", wrong)).toMatchObject({ isError: true, body: { code: "validation_failed" } });
    const operation = rows(test.app, "SELECT id, kind, actor_name FROM operations ORDER BY id DESC LIMIT 1")[0];
    expect(operation?.["actor_name"]).toBe("cursor");
    undoOperation(test.app, Number(operation?.["id"]), PERSON);
    expect(await host.text("recall")).not.toContain("carts in Redis");
  });

  it("C10, C11, C12: recall combines its filters, carries the frame, and ends with the count and the branch", async () => {
    await host.text("observe", {
      content: "Carts are kept in Redis because of the sales peak",
      category: "architecture",
    });
    await host.text("observe", {
      content: "Redis answered slowly while the disk was full",
      category: "bugfix",
      priority: "low",
    });
    const text = await host.text("recall", { query: "Redis", categories: ["architecture"], priority_min: "high" });
    expect(text).toContain(DATA_SENTENCE);
    expect([text.includes("sales peak"), text.includes("disk was full")]).toEqual([true, false]);
    expect(text).toMatch(/🔴 \d\d:\d\d/u);
    expect(text.trim().split("\n").at(-1)).toMatch(/main/);
    expect(await host.json("recall", { limit: 0 })).toMatchObject({ isError: true });
    expect(await host.json("recall", { priority_min: "urgent" })).toMatchObject({ isError: true });
  });

  it("C13, C14: reflect says in a sentence that there is nothing to do, else what it did; the session's info follows", async () => {
    expect(await host.text("reflect")).toMatch(/nothing/i);
    for (let i = 0; i < 8; i++)
      await host.text("observe", {
        content: `The gateway ${i} times out after ${i + 3} seconds under load`,
        category: "bugfix",
      });
    const info = await host.json("get_session_info");
    expect(info.body).toMatchObject({
      branch: "main",
      observation_count: 8,
      categories: { bugfix: 8 },
      reflection_count: 0,
    });
    const { body } = await host.json("reflect", { compression_level: 1 });
    expect(body).toMatchObject({
      observations_compressed: 8,
      compression_ratio: expect.stringMatching(/^\d+(\.\d)?x$/) as string,
    });
    expect((await host.json("get_session_info")).body).toMatchObject({ observation_count: 0, reflection_count: 1 });
  });

  it("C15, C58: switch_context holds for this connection alone, and auto goes back", async () => {
    await host.text("observe", { content: "The release branch waits for the payment fix" });
    const { body } = await host.json("switch_context", { branch: "release/2" });
    expect(body).toMatchObject({
      switched_from: "main",
      switched_to: "release/2",
      observation_count: 0,
      task_carried: false,
    });
    expect(await host.text("recall")).not.toContain("payment fix");
    await host.text("observe", { content: "Release 2 ships without the new checkout" });
    const other = await connectHost("?profile=codewatch", { roots: [folder] });
    expect(await other.text("recall")).not.toContain("new checkout");
    await host.json("switch_context", { branch: "auto" });
    const back = await host.text("recall");
    expect([back.includes("payment fix"), back.includes("new checkout")]).toEqual([true, false]);
    expect(await host.json("switch_context", { branch: "" })).toMatchObject({ isError: true });
  });

  it("a read-only project refuses observations, one that is off tells nothing", async () => {
    await host.text("observe", { content: "The queue of orders is drained every night" });
    test.app.sqlite.prepare("UPDATE projects SET mode = 'read-only'").run();
    expect(await host.json("observe", { content: "The queue of orders is drained twice" })).toMatchObject({
      isError: true,
    });
    expect(await host.text("recall")).toContain("drained every night");
    test.app.sqlite.prepare("UPDATE projects SET mode = 'off'").run();
    expect(await host.text("recall")).toMatch(/is off/);
    expect((await host.json("get_session_info")).body).toMatchObject({ current_task: null });
  });
});

describe("claude-mem", () => {
  it("search gives an index, timeline what stood around, get_observations the whole; save_memory keeps a note", async () => {
    const cwd = { cwd: folder };
    await ingest(
      test.app,
      [prompt("Why is the total of the cart wrong?", cwd), bash("12 passed", cwd), hook("Stop", cwd)],
      PERSON,
    );
    await drain(test.app, LANES);
    const host = await connectHost("?profile=claude-mem", { roots: [folder] });
    expect(host.client.getInstructions()).toContain(WORKFLOW);
    expect(await host.text("__IMPORTANT")).toBe(WORKFLOW);
    const saved = await host.json("save_memory", {
      text: "The cart total is rounded once, at the end",
      title: "Rounding",
    });
    expect(saved.body).toMatchObject({ success: true, title: "Rounding", project: "shop" });
    const id = Number(saved.body["id"]);
    const index = await host.text("search", { query: "cart total rounded", type: "observations" });
    expect([index.includes(DATA_SENTENCE), index.includes(`[O${id}] Rounding`)]).toEqual([true, true]);
    const around = await host.text("timeline", { anchor: id, depth_before: 5, depth_after: 1 });
    expect(around).toContain("Why is the total of the cart wrong?");
    expect(await host.text("get_observations", { ids: [id] })).toContain("The cart total is rounded once, at the end");
    expect(await host.text("get_observations", { ids: [4711] })).toContain("None of these");
    expect(await host.json("timeline", {})).toMatchObject({ isError: true });
    expect(await host.json("search", { type: "planets" })).toMatchObject({ isError: true });
    const operation = rows(test.app, "SELECT id, actor_name FROM operations WHERE kind = 'observation.save'")[0];
    expect(operation?.["actor_name"]).toBe("claude-code");
    undoOperation(test.app, Number(operation?.["id"]), PERSON);
    expect(await host.text("get_observations", { ids: [id] })).toContain("None of these");
    test.app.sqlite.prepare("UPDATE projects SET mode = 'off'").run();
    expect(await host.text("search", { query: "cart" })).toContain("is off");
    expect(await host.text("get_observations", { ids: [1] })).toContain("None of these");
    expect(await host.json("save_memory", { text: "Nothing of this is kept" })).toMatchObject({ isError: true });
  });
});
