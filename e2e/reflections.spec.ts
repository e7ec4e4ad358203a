/** What agents noted of a branch, in the console: reflections and current tasks in the timeline and on the session's page. */
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { expect, test } from "./fixtures";
import { hook, promptHook, settled } from "./support/cases";
import type { Server } from "./support/server";
import { query } from "./support/store";
import { violations } from "./support/views";

test.use({ serverEnv: { KEEPSAKE_EMBEDDER: "hash" } });

const TASK = "Move the carts to Redis";
const DECISION = "Redis holds the carts since sessions must survive a deploy";

/** A session in which an agent says what it is about, notes a decision, and compresses its branch. */
async function fill(server: Server): Promise<number> {
  await promptHook(server, "Where do carts live?");
  await hook(server, { hook_event_name: "Stop", last_assistant_message: "In Redis." });
  await settled(server);
  const client = new Client({ name: "agent", version: "1" }, { capabilities: {} });
  await client.connect(new StreamableHTTPClientTransport(new URL(`${server.url}/mcp?profile=codewatch&project=app`)));
  for (const [name, args] of [
    ["observe", { content: TASK, category: "task_context" }],
    ["observe", { content: DECISION, category: "architecture" }],
    ["reflect", {}],
  ] as const)
    expect((await client.callTool({ name, arguments: args })).isError).not.toBe(true);
  await client.close();
  return query<{ id: number }>(server.home, "SELECT session_id AS id FROM tasks")[0]?.id ?? 0;
}

test("they stand in the timeline, by kind, open beside it, and are found by their words", async ({ page, server }) => {
  await fill(server);
  await page.goto("/timeline");
  const list = page.getByRole("region", { name: "Timeline" });
  await expect(list.getByRole("link", { name: /Reflection/ })).toContainText(DECISION);
  await expect(list.getByRole("link", { name: /Current task/ })).toContainText(TASK);

  await page.goto("/timeline?kind=reflection,task");
  await expect(list.locator("a[data-row]")).toHaveCount(2);
  await page.getByRole("link", { name: /^Current tasks/ }).click();
  await expect(page).toHaveURL(/kind=reflection(?:&|$)/);
  await expect(list.locator("a[data-row]")).toHaveCount(1);
  await list.locator("a[data-row]").click();
  const panel = page.getByRole("complementary");
  await expect(panel).toContainText("2 observations");
  await expect(panel).toContainText(DECISION);
  expect(await violations(page)).toEqual([]);

  await page.goto("/timeline?kind=reflection,task&q=REDIS+carts");
  await expect(list.locator("a[data-row]")).toHaveCount(2);
  await page.goto("/timeline?kind=reflection,task&q=quokka");
  await expect(page.getByText(/fits these filters/)).toBeVisible();
});

test("the session's page says what it is about, and what was compressed in it, in both languages", async ({
  page,
  server,
}) => {
  const id = await fill(server);
  await page.goto(`/session/${id}`);
  await expect(page.getByRole("definition").filter({ hasText: TASK })).toBeVisible();
  await page.getByText("Compressed once in it").click();
  await expect(page.getByText(DECISION).first()).toBeVisible();
  await page.context().addCookies([{ name: "keepsake-locale", value: "zh", url: server.url }]);
  await page.reload();
  await expect(page.getByText("当前任务")).toBeVisible();
  await expect(page.getByText("其中压缩过 1 次")).toBeVisible();
});

test("K21: what a sub-agent said stands in its turn as such", async ({ page, server }) => {
  const line = (at: number, role: string, text: string, more: object = {}) => ({
    host: "claude-code",
    event: "TranscriptLine",
    payload: {
      type: role,
      uuid: `u-${at}`,
      sessionId: "s-side",
      cwd: "/w/app",
      timestamp: new Date(Date.now() - 60_000 + at).toISOString(),
      message: { role, id: `m-${at}`, content: [{ type: "text", text }] },
      ...more,
    },
  });
  const lines = [
    line(1, "user", "Look for the leak"),
    line(2, "assistant", "SIDE-K21", { isSidechain: true }),
    line(3, "assistant", "MAIN-K21"),
  ];
  const answer = await fetch(`${server.url}/api/ingest`, {
    method: "POST",
    headers: { "content-type": "application/json", "x-keepsake-client": "cli" },
    body: JSON.stringify(lines),
  });
  expect(await answer.json()).toMatchObject({ accepted: 3 });
  await page.goto("/session/1");
  const turn = page.getByRole("region", { name: "Turn 1" });
  await expect(turn.getByText("SIDE-K21")).toBeVisible();
  const side = turn.locator("[id^=event-]").filter({ hasText: "SIDE-K21" });
  await expect(side).toContainText("Sub-agent");
  await expect(turn.locator("[id^=event-]").filter({ hasText: "MAIN-K21" })).not.toContainText("Sub-agent");
});
