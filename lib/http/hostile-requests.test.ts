import { afterEach, beforeEach, expect, it } from "vitest";
import * as switchTo from "../../app/api/branch/switch/route";
import * as hooks from "../../app/api/hooks/[host]/route";
import * as toggle from "../../app/api/mcp/toggle/route";
import * as memories from "../../app/api/memories/route";
import * as observations from "../../app/api/sessions/observations/route";
import * as settings from "../../app/api/settings/route";
import { lastActivityId } from "../activity/query";
import type { App } from "../context";
import type { Route } from "../testing/send";
import { openTestApp, type TestApp } from "../testing";

let test: TestApp;
let app: App;
beforeEach(async () => {
  test = await openTestApp();
  app = test.app;
});
afterEach(() => test.close());

/** A good body of each: only its type, or its form, is wrong. */
const POSTS: [name: string, route: Route, body: object, params?: Record<string, string>][] = [
  [
    "hook",
    hooks,
    { hook_event_name: "UserPromptSubmit", session_id: "s-1", prompt: "hello there" },
    { host: "claude-code" },
  ],
  ["memory", memories, { key: "app:db:decision:main", value: "We keep everything in SQLite, always." }],
  ["settings", settings, { sidebarOpen: false }],
  ["mcp", toggle, { enabled: false }],
  ["branch", switchTo, { branch: "main" }],
  ["observation", observations, { claudeSessionId: "s-1", tool_name: "Bash", tool_input: { command: "make" } }],
];

async function post(route: Route, params: Record<string, string> | undefined, text: string, type?: string) {
  const request = new Request("http://127.0.0.1/api", {
    method: "POST",
    body: new TextEncoder().encode(text),
    headers: type === undefined ? {} : { "content-type": type },
  });
  const response = await route.POST(request, { params: Promise.resolve(params ?? {}) });
  const body = (await response.json()) as Record<string, unknown>;
  return { status: response.status, type: response.headers.get("content-type"), body, text: JSON.stringify(body) };
}

it("X03: a body that a foreign page could send without a preflight is refused, and nothing is stored", async () => {
  for (const [name, route, body, params] of POSTS) {
    for (const type of [
      "text/plain",
      "application/x-www-form-urlencoded",
      "multipart/form-data; boundary=x",
      undefined,
    ]) {
      const answer = await post(route, params, JSON.stringify(body), type);
      expect([name, type, answer.status, answer.body["code"]]).toEqual([name, type, 415, "unsupported_media_type"]);
    }
  }
  expect(lastActivityId(app.db)).toBe(0);
});

it("X11, M4: what is no JSON, no object or too large answers JSON with an id, a sentence and nothing of the inside", async () => {
  const large = `{"x":"${"y".repeat(20 * 1024 * 1024)}"}`;
  const wrong: [text: string, statuses: number[]][] = [
    ['{"a":', [400]],
    ["<html>", [400]],
    ["[]", [400]],
    ["null", [400]],
    ['"text"', [400]],
    [large, [413]],
  ];
  for (const [name, route, , params] of POSTS) {
    for (const [text, statuses] of wrong) {
      const answer = await post(route, params, text, "application/json");
      const about = `${name} ${text.slice(0, 10)}`;
      expect(statuses, `${about}: ${answer.text}`).toContain(answer.status);
      expect(answer.type, about).toMatch(/^application\/json/);
      expect(answer.body, about).toMatchObject({ ok: false, error: expect.any(String), requestId: expect.any(String) });
      expect(answer.text, about).not.toMatch(/\bat .*\.(?:ts|js):|node_modules|SELECT|INSERT|SQLITE|\/home\/|\/tmp\//);
      expect(answer.text).not.toContain(process.cwd());
    }
  }
  expect(lastActivityId(app.db)).toBe(0);
});

it("X11: a wrong method answers 405 with the right ones", async () => {
  for (const [name, route] of POSTS) {
    const response = await route.PUT(new Request("http://127.0.0.1/api", { method: "PUT", body: "{}" }), {
      params: Promise.resolve({}),
    });
    expect([name, response.status]).toEqual([name, 405]);
    expect(response.headers.get("allow")).toContain("POST");
    expect(await response.json()).toMatchObject({ ok: false, code: "method_not_allowed" });
  }
});
