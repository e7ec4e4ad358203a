/** Memory must not be fed with itself: our own tools, our own commands and our own blocks are never captured. */
import { afterEach, beforeEach, expect, it } from "vitest";
import { openTestApp, type TestApp } from "../testing";
import { DATA_SENTENCE } from "../inject/frame";
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
    // Cursor names no server.
    "MCP:observe",
    "MCP:get_observations",
    "MCP:save_memory",
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
    "save_memory",
    "MCP:search",
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
    "KEEPSAKE_HOME=/data keepsake search cart",
    "npx -y keepsake search cart | head -5",
    "sudo -E keepsake inject",
    'node --no-warnings "/opt/my tools/keepsake/bin/keepsake.mjs" search cart',
    "node /opt/keepsake/bin/codewatch-memory.mjs --recall < x.json",
    "keepsake review",
    "keepsake export --out -",
    "FOUND=$(keepsake search cart)",
    'bash -lc "keepsake search cart"',
    "echo '{}' | node /opt/keepsake/dist/hook.cjs claude-code --keepsake",
    "curl -s 'http://127.0.0.1:37777/api/search?query=cart'",
    "curl -s http://localhost:37777/api/observations/batch -d '[1]'",
    "curl -s 'http://[::1]:37777/api/v1/mem/search' -d '{}'",
  ])
    expect([command, readsMemory({ command })]).toEqual([command, true]);
  expect(readsMemory({ command: ["bash", "-lc", "keepsake search cart"] })).toBe(true);
  expect(readsMemory({ cmd: "keepsake search cart" })).toBe(true);
  expect(readsMemory({ command: "curl localhost:4171/api/timeline" }, 4171)).toBe(true);
  expect(readsMemory({ command: "curl localhost:4171/api/timeline" }, 41710)).toBe(false);
  for (const command of [
    "grep keepsake search.ts",
    "curl localhost:3000/api/search",
    "ls",
    "keepsake start",
    'git commit -m "keepsake search finds words"',
    "npm test -- keepsake search",
    "curl localhost:3000/api/memories",
    "x".repeat(3000),
    `${"a ".repeat(900)}'`,
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

it("keeps no word of what a host's unnamed tool brought back, nor of a command that asked this server", async () => {
  Object.assign(test.app.env, { servedPort: 4171 });
  const asked = { conversation_id: "s-1", workspace_roots: ["/w/app"], tool_name: "MCP:search" };
  const cursor = (tool_output: unknown) => ({
    host: "cursor" as const,
    event: "postToolUse",
    payload: { ...asked, tool_input: {}, tool_output: JSON.stringify(tool_output) },
  });
  const parts = (...texts: string[]) => ({ content: texts.map((text) => ({ type: "text", text })) });
  const result = await ingest(test.app, [
    cursor(parts(`${DATA_SENTENCE}\n\nLOOP-FRAMED`)),
    cursor(parts('{"hits":["LOOP-JSON"]}', DATA_SENTENCE)),
    bash("LOOP-HTTP", { tool_input: { command: "curl -s localhost:4171/api/timeline?project=app" } }),
    bash(`LOOP-HOOK ${DATA_SENTENCE}`, { tool_input: { command: "./ask-memory.sh" } }),
    bash(`${"x".repeat(900)}${DATA_SENTENCE}${"x".repeat(900)}`, { tool_input: { command: "cat frame.ts" } }),
    cursor(parts("what another server found")),
  ]);
  expect(result).toMatchObject({ accepted: 2, skipped: { tool_excluded: 4 } });
  expect(JSON.stringify(column(test.app, "SELECT text FROM events"))).not.toContain("LOOP");
});
