import { readFileSync } from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { bash, column, HOOK_DEFAULTS } from "@/lib/capture/testing";
import { createMemory } from "@/lib/memories/service";
import { openTestApp, type TestApp } from "@/lib/testing";
import { POST } from "./route";

let test: TestApp;

beforeEach(async () => {
  test = await openTestApp();
});
afterEach(() => test.close());

const post = (body: object, host = "claude-code") =>
  POST(
    new Request(`http://127.0.0.1/api/hooks/${host}`, {
      method: "POST",
      body: JSON.stringify(body),
      headers: { "content-type": "application/json" },
    }),
    { params: Promise.resolve({ host }) },
  );
const hook = (event: string, body: object = {}) => post({ ...HOOK_DEFAULTS, hook_event_name: event, ...body });

it("says first that a host is not supported, whatever its body looks like", async () => {
  const response = await post({ a: 1 }, "vscode");
  expect(response.status).toBe(404);
  expect(await response.json()).toMatchObject({
    error: "This host is not supported.",
    hint: "Supported: claude-code, codex, gemini, cursor, kimi, opencode, windsurf.",
  });
});

describe("POST /api/hooks/claude-code", () => {
  it("stores the native body and answers nothing to do", async () => {
    const response = await hook("PostToolUse", { ...bash("out").payload, brand_new_field: { a: 1 } });
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual({ continue: true, suppressOutput: true });
    expect(column(test.app, "SELECT text FROM events")).toEqual(["out"]);
  });

  it("answers a session start with what the project remembers", async () => {
    createMemory(
      test.app,
      {
        key: "app:build:tool:manager",
        value: "This project is built with pnpm, never with npm.",
        attribute: "convention",
        importance: 9,
        tier: "pinned",
        project: "app",
      },
      { actor: { kind: "person", name: "test" } },
    );
    const response = await hook("SessionStart", { source: "startup" });
    expect(response.status).toBe(200);
    const answer = (await response.json()) as {
      hookSpecificOutput?: { hookEventName: string; additionalContext: string };
    };
    expect(answer.hookSpecificOutput?.hookEventName).toBe("SessionStart");
    expect(answer.hookSpecificOutput?.additionalContext).toContain("built with pnpm");
    expect(column(test.app, "SELECT host_session_id FROM injections")).toEqual(["s-1"]);
  });

  it("answers a session start with its block though the store takes no writes; other events are refused then", async () => {
    createMemory(
      test.app,
      { key: "app:build:tool:manager", value: "This project is built with pnpm.", project: "app" },
      { actor: { kind: "person", name: "test" } },
    );
    await hook("SessionStart");
    test.app.sqlite.pragma("busy_timeout = 0");
    const other = new Database(join(test.home, "keepsake.db"));
    try {
      other.exec("BEGIN IMMEDIATE");
      const start = await hook("SessionStart", { session_id: "s-2" });
      expect([start.status, await start.text()]).toEqual([200, expect.stringContaining("built with pnpm")]);
      expect((await hook("PostToolUse", bash("out").payload)).status).toBe(429);
    } finally {
      other.close();
    }
    expect(column(test.app, "SELECT host_session_id FROM sessions")).toEqual(["s-1"]);
  });

  it("E40: a block that can't be built spoils nothing: the session is stored, the hook answers that there is nothing to do", async () => {
    createMemory(
      test.app,
      { key: "app:build:tool:manager", value: "This project is built with pnpm.", project: "app" },
      { actor: { kind: "person", name: "test" } },
    );
    test.app.sqlite.exec("CREATE TRIGGER refuse BEFORE INSERT ON injections BEGIN SELECT RAISE(ABORT, 'no'); END");
    const response = await hook("SessionStart", { source: "startup" });
    expect([response.status, await response.json()]).toEqual([200, { continue: true, suppressOutput: true }]);
    expect(column(test.app, "SELECT host_session_id FROM sessions")).toEqual(["s-1"]);
    const log = readFileSync(join(test.home, "logs", "keepsake.log"), "utf8");
    expect(log).toContain("no block could be built for a hook");
    expect(log).not.toContain("built with pnpm");
    test.app.sqlite.exec("DROP TRIGGER refuse");
    expect(await (await hook("SessionStart", { session_id: "s-2" })).text()).toContain("built with pnpm");
  });

  it("answers a prompt with what it brings back; one that brings nothing back like any other event", async () => {
    createMemory(
      test.app,
      { key: "app:cart:cache:store", value: "The cart cache is Redis.", project: "app" },
      { actor: { kind: "person", name: "test" } },
    );
    const ask = async (prompt: string) =>
      (await (await hook("UserPromptSubmit", { prompt })).json()) as {
        hookSpecificOutput?: { hookEventName: string; additionalContext: string };
      };
    const { hookSpecificOutput } = await ask("how does the cart cache work");
    expect(hookSpecificOutput?.hookEventName).toBe("UserPromptSubmit");
    expect(hookSpecificOutput?.additionalContext).toMatch(/^<keepsake-memory>\n[^]*The cart cache is Redis\./);
    expect(column(test.app, "SELECT event || ' ' || host || ' ' || host_session_id FROM injections")).toEqual([
      "UserPromptSubmit claude-code s-1",
    ]);
    for (const prompt of ["how does the cart cache work", "sourdough bread", "<private>cart cache</private>", "ok"])
      expect(await ask(prompt)).toEqual({ continue: true, suppressOutput: true });
    expect(column(test.app, "SELECT count(*) FROM prompts WHERE is_private = 0")).toEqual([3]);
  });

  it("C41: recall that fails costs the prompt nothing: it is stored, and the hook answers that there is nothing to do", async () => {
    createMemory(
      test.app,
      { key: "app:cart:cache:store", value: "The cart cache is Redis.", project: "app" },
      { actor: { kind: "person", name: "test" } },
    );
    test.app.sqlite.exec("CREATE TRIGGER refuse BEFORE INSERT ON injections BEGIN SELECT RAISE(ABORT, 'no'); END");
    const response = await hook("UserPromptSubmit", { prompt: "cart cache" });
    expect([response.status, await response.json()]).toEqual([200, { continue: true, suppressOutput: true }]);
    expect(column(test.app, "SELECT text FROM prompts")).toEqual(["cart cache"]);
    expect(readFileSync(join(test.home, "logs", "keepsake.log"), "utf8")).not.toContain("cart cache");
  });

  it("a prompt that the store cannot take now is refused, so that it is sent again", async () => {
    await hook("SessionStart");
    test.app.sqlite.pragma("busy_timeout = 0");
    const other = new Database(join(test.home, "keepsake.db"));
    try {
      other.exec("BEGIN IMMEDIATE");
      expect((await hook("UserPromptSubmit", { prompt: "cart cache" })).status).toBe(429);
    } finally {
      other.close();
    }
  });

  it("answers events that it does not keep, and private ones, like any other", async () => {
    for (const response of [
      await hook("Notification"),
      await hook("BrandNew"),
      await hook("UserPromptSubmit", { prompt: "<private>x</private>" }),
    ]) {
      expect(response.status).toBe(200);
      expect(await response.json()).toEqual({ continue: true, suppressOutput: true });
    }
  });

  it("refuses a body without event or session, and names what is wrong", async () => {
    expect((await post({ session_id: "s" })).status).toBe(400);
    const response = await post({ hook_event_name: "Stop" });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({
      code: "validation_failed",
      error: expect.stringContaining("session_id") as string,
    });
  });

  it("does not know other hosts, and says which it knows", async () => {
    for (const host of ["vscode", "nonsense", "__proto__", "toString"]) {
      const response = await post({ hook_event_name: "Stop", session_id: "s" }, host);
      expect(response.status).toBe(404);
      expect(await response.json()).toMatchObject({
        code: "not_found",
        hint: expect.stringContaining("claude-code") as string,
      });
    }
  });
});
