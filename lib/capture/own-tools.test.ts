/** Memory must not be fed with itself: our own tools, our own commands and our own blocks are never captured. */
import { afterEach, beforeEach, expect, it } from "vitest";
import { openTestApp, type TestApp } from "../testing";
import { isOwnTool } from "../text/own-tools";
import { readsMemory } from "./excluded-tools";
import { ingest } from "./ingest";
import { bash, column, hook, prompt } from "./testing";

let test: TestApp;
beforeEach(async () => {
  test = await openTestApp();
});
afterEach(() => test.close());

it("knows its own tools however a host joins a server's name and a tool's", () => {
  for (const name of [
    "mcp__keepsake__recall",
    "mcp__plugin_keepsake_keepsake__keepsake_search",
    "mcp_keepsake_recall",
    "MCP:keepsake:timeline",
    "keepsake_remember",
    "keepsake_keepsake_search",
    "memory_search",
    "mcp__anything__memory_consolidate",
    "mcp__codewatch__recall",
    "mcp__plugin_claude-mem_mcp-search__search",
    "evolvmem/memory_add",
    "mcp__anything__mem_search",
    "mcp__plugin_keepsake-everme_everme__mem_context",
    "mem_save_turn",
    "notes.mem_save_fact",
  ])
    expect([name, isOwnTool(name)]).toEqual([name, true]);
  for (const name of [
    "recall",
    "search",
    "Bash",
    "mcp__keepsakes__x",
    "mcp__notes__memory",
    "my_keepsake",
    "memory_searcher",
    "mem_searches",
    "item_search",
  ])
    expect([name, isOwnTool(name)]).toEqual([name, false]);
});

it("knows a shell command that reads memory", () => {
  for (const command of [
    "keepsake search redis",
    "cd /w && node /opt/keepsake/bin/keepsake.mjs search 'cart cache'",
    "curl -s 'http://127.0.0.1:37777/api/memory-search?q=cart'",
    "curl localhost:37777/api/context/recall?prompt=x",
    "codewatch-memory --recall < x.json",
  ])
    expect([command, readsMemory({ command })]).toEqual([command, true]);
  for (const command of [
    "grep keepsake search.ts",
    "curl localhost:3000/api/search",
    "ls",
    "keepsake start",
    "x".repeat(3000),
  ])
    expect([command, readsMemory({ command })]).toEqual([command, false]);
  expect(readsMemory(null)).toBe(false);
  expect(readsMemory({ command: 5 })).toBe(false);
});

it("keeps no word of what they brought back, nor of a block that stands in a prompt", async () => {
  const result = await ingest(test.app, [
    prompt("how is the cart cached <keepsake-memory>LOOP-BLOCK</keepsake-memory>"),
    hook("PostToolUse", {
      tool_name: "mcp__keepsake__recall",
      tool_input: { query: "LOOP-IN" },
      tool_response: "LOOP-MCP",
    }),
    bash("LOOP-SHELL", { tool_input: { command: "keepsake search cart" } }),
    bash("kept"),
  ]);
  expect(result).toMatchObject({ accepted: 2, skipped: { tool_excluded: 2 } });
  expect(column(test.app, "SELECT text FROM prompts")).toEqual(["how is the cart cached"]);
  expect(column(test.app, "SELECT text FROM events")).toEqual(["kept"]);
  expect(JSON.stringify(column(test.app, "SELECT input FROM events"))).not.toContain("LOOP");
});
