/** What each host gets back from its hooks, over HTTP and from the hook program. */
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { bash, column } from "@/lib/capture/testing";
import { createMemory } from "@/lib/memories/service";
import { drain } from "@/lib/jobs/runner";
import { openTestApp, type TestApp } from "@/lib/testing";
import { POST } from "./route";

let test: TestApp;
beforeEach(async () => {
  test = await openTestApp();
});
afterEach(() => test.close());

const post = (
  host: string,
  body: object,
  { headers = {}, query = "" }: { headers?: Record<string, string>; query?: string } = {},
) =>
  POST(
    new Request(`http://127.0.0.1/api/hooks/${host}${query}`, {
      method: "POST",
      body: JSON.stringify(body),
      headers: { "content-type": "application/json", ...headers },
    }),
    { params: Promise.resolve({ host }) },
  );
const program = { accept: "text/plain" };
/** As the hook program gets it: `null` = 204. */
const printed = async (host: string, body: object, headers: Record<string, string> = {}): Promise<string | null> => {
  const response = await post(host, body, { headers: { ...program, ...headers } });
  expect([200, 204]).toContain(response.status);
  return response.status === 204 ? null : response.text();
};
const remember = (key: string, value: string, more: object = {}): void =>
  void createMemory(test.app, { key, value, project: "app", ...more }, { actor: { kind: "person", name: "test" } });

const at = { cwd: "/w/app", session_id: "x-1" };

describe("codex", () => {
  it("K17: gets at its start what another agent's memory holds", async () => {
    createMemory(
      test.app,
      {
        key: "app:db:store:main",
        value: "CLAUDE-MADE fact: the store is SQLite.",
        project: "app",
        attribute: "convention",
        importance: 9,
        tier: "pinned",
      },
      { actor: { kind: "agent", name: "claude" } },
    );
    const start = { ...at, hook_event_name: "SessionStart", source: "startup", model: "m", permission_mode: "default" };
    const text = await printed("codex", start);
    expect(JSON.parse(text ?? "")).toEqual({
      hookSpecificOutput: {
        hookEventName: "SessionStart",
        additionalContext: expect.stringContaining("CLAUDE-MADE fact") as string,
      },
    });
    expect(await printed("codex", { ...start, cwd: "/w/empty", session_id: "x-2" })).toBeNull();
    expect(column(test.app, "SELECT host || ' ' || host_session_id FROM injections")).toEqual(["codex x-1"]);
  });

  it("gets no more bytes than Codex shows, and exactly the block that is stored", async () => {
    for (let n = 0; n < 40; n++)
      remember(`app:area-${n}:rule:main`, `第${n}条规则：${"部署之前必须先验证回滚路径，防止配置漂移。".repeat(8)}`, {
        importance: 8,
        attribute: "convention",
      });
    const text = await printed("codex", { ...at, hook_event_name: "SessionStart", source: "startup" });
    const { hookSpecificOutput } = JSON.parse(text ?? "") as { hookSpecificOutput: { additionalContext: string } };
    const block = hookSpecificOutput.additionalContext;
    expect(Buffer.byteLength(block)).toBeLessThanOrEqual(9_900);
    expect(Buffer.byteLength(block)).toBeGreaterThan(7_000);
    expect(column(test.app, "SELECT text FROM injections")).toEqual([block]);
  });
});

describe("kimi", () => {
  const prompt = (text: unknown, more: object = {}) => ({
    ...at,
    hook_event_name: "UserPromptSubmit",
    prompt: text,
    ...more,
  });

  it("brings the block of the start with the first prompt, and with later ones what they bring back", async () => {
    remember("app:build:tool:manager", "This project is built with pnpm, never with npm.", {
      importance: 9,
      attribute: "convention",
      tier: "pinned",
    });
    remember("app:cart:cache:store", "The cart cache is Redis.");
    expect(await printed("kimi", { ...at, hook_event_name: "SessionStart", source: "startup" })).toBeNull();
    const first = await printed("kimi", prompt([{ type: "text", text: "hello there" }]));
    expect(first).toContain("built with pnpm");
    expect(first?.startsWith("<keepsake-memory")).toBe(true);
    remember("app:queue:broker:main", "The queue broker is RabbitMQ.");
    const second = await printed("kimi", prompt("which queue broker do we use"));
    expect(second).toContain("RabbitMQ");
    expect(second).not.toContain("built with pnpm");
    expect(await printed("kimi", prompt("sourdough bread"))).toBeNull();
  });

  it("brings it anew after a compaction, and for a resumed session no second time", async () => {
    remember("app:build:tool:manager", "This project is built with pnpm.", {
      importance: 9,
      attribute: "convention",
      tier: "pinned",
    });
    expect(await printed("kimi", prompt("hello there"))).toContain("built with pnpm");
    await printed("kimi", { ...at, hook_event_name: "SessionStart", source: "resume" });
    expect(await printed("kimi", prompt("go on please"))).toBeNull();
    test.clock.now += 1000;
    await printed("kimi", { ...at, hook_event_name: "PostCompact", trigger: "auto" });
    test.clock.now += 1000;
    expect(await printed("kimi", prompt("and now this"))).toContain("built with pnpm");
    expect(await printed("kimi", prompt("thank you both"))).toBeNull();
  });
});

describe("gemini, cursor, opencode, windsurf", () => {
  beforeEach(() => {
    remember("app:build:tool:manager", "This project is built with pnpm.", {
      importance: 9,
      attribute: "convention",
      tier: "pinned",
    });
    remember("app:cart:cache:store", "The cart cache is Redis.");
  });

  it("gemini gets context at a start and before the agent thinks", async () => {
    const start = await printed("gemini", { ...at, hook_event_name: "SessionStart", source: "startup" });
    expect(JSON.parse(start ?? "")).toMatchObject({ hookSpecificOutput: { hookEventName: "SessionStart" } });
    remember("app:queue:broker:main", "The queue broker is RabbitMQ.");
    const before = await printed("gemini", { ...at, hook_event_name: "BeforeAgent", prompt: "which queue broker" });
    expect(JSON.parse(before ?? "")).toMatchObject({
      hookSpecificOutput: {
        hookEventName: "BeforeAgent",
        additionalContext: expect.stringContaining("RabbitMQ") as string,
      },
    });
  });

  it("K13, K14: cursor gets context at its start, lets every prompt through, and its rows are of the workspace", async () => {
    const base = { conversation_id: "c-1", generation_id: "g-1", workspace_roots: ["/w/app"], cwd: "/home/u/.cursor" };
    const start = await post("cursor", { ...base, hook_event_name: "sessionStart" });
    expect(await start.json()).toEqual({ additional_context: expect.stringContaining("built with pnpm") as string });
    const prompt = await post("cursor", { ...base, hook_event_name: "beforeSubmitPrompt", prompt: "CUR-K13 please" });
    expect([prompt.status, await prompt.json()]).toEqual([200, { continue: true }]);
    const edit = {
      tool_name: "StrReplace",
      tool_input: { path: "/w/app/a.ts", old: "1", new: "2" },
      tool_output: "{}",
    };
    expect(await printed("cursor", { ...base, hook_event_name: "postToolUse", ...edit })).toBeNull();
    await drain(test.app);
    expect(column(test.app, "SELECT host_session_id FROM sessions")).toEqual(["c-1"]);
    expect(column(test.app, "SELECT name FROM projects WHERE id > 0 ORDER BY id")).not.toContain(".cursor");
    expect(
      column(
        test.app,
        "SELECT p.name || ' ' || e.files FROM events e JOIN projects p ON p.id = e.project_id WHERE e.kind = 'tool'",
      ),
    ).toEqual(['app ["/w/app/a.ts"]']);
    expect(column(test.app, "SELECT text FROM prompts")).toEqual(["CUR-K13 please"]);
  });

  it("opencode's plugin gets the text, windsurf nothing; its folder is where the program ran", async () => {
    expect(await (await post("opencode", { ...at, hook_event_name: "SessionStart" })).json()).toEqual({ context: "" });
    const first = await post("opencode", { ...at, hook_event_name: "UserPromptSubmit", prompt: "hello there" });
    expect(await first.json()).toEqual({ context: expect.stringContaining("built with pnpm") as string });
    const asked = {
      agent_action_name: "pre_user_prompt",
      trajectory_id: "tr-1",
      tool_info: { user_prompt: "how is the cart cached" },
    };
    expect(await printed("windsurf", asked, { "x-keepsake-cwd": encodeURIComponent("/w/项目 甲") })).toBeNull();
    expect(
      column(
        test.app,
        "SELECT p.name FROM sessions s JOIN projects p ON p.id = s.project_id WHERE s.host = 'windsurf'",
      ),
    ).toEqual(["项目 甲"]);
  });
});

describe("the hook program", () => {
  it("names the event where the body does not, and what it prints is nothing where there is nothing to say", async () => {
    const response = await post(
      "claude-code",
      { ...at, prompt: "hello there" },
      { query: "?event=UserPromptSubmit", headers: program },
    );
    expect([response.status, await response.text()]).toEqual([204, ""]);
    expect(column(test.app, "SELECT text FROM prompts")).toEqual(["hello there"]);
    expect((await post("claude-code", at, { headers: program })).status).toBe(400);
    expect((await post("claude-code", at, { query: "?event=no%20name", headers: program })).status).toBe(400);
  });

  it("the same key again is a duplicate; what is no key is none", async () => {
    const event = { ...bash("out").payload, hook_event_name: "PostToolUse" };
    for (const key of ["k-1", "k-1", "k-2", "not a key", "not a key"])
      await printed("claude-code", event, { "x-keepsake-key": key });
    expect(column(test.app, "SELECT dedupe_key FROM events ORDER BY id")).toEqual([
      "k:k-1#0",
      "k:k-2#0",
      expect.stringMatching(/^h:/) as string,
    ]);
  });

  it("extracts what was done so far before a context is shortened", async () => {
    await post("claude-code", {
      ...at,
      hook_event_name: "UserPromptSubmit",
      prompt: "We settle on Redis for the cart cache because sessions must survive a deploy.",
    });
    await post("claude-code", { ...at, ...bash("ok").payload, session_id: "x-1", hook_event_name: "PostToolUse" });
    await drain(test.app);
    expect(column(test.app, "SELECT extracted_revision FROM turns")).toEqual([0]);
    await post("claude-code", { ...at, hook_event_name: "PreCompact", trigger: "auto" });
    await drain(test.app);
    expect(column(test.app, "SELECT extracted_revision = revision FROM turns")).toEqual([1]);
    expect(column(test.app, "SELECT kind FROM activity WHERE kind = 'session.compacted'")).toHaveLength(1);
    expect(column(test.app, "SELECT status FROM turns")).toEqual(["open"]);
  });
});
