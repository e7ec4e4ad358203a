import { expect, test } from "./fixtures";
import { hook, promptHook, settled, toolHook } from "./support/cases";
import type { Server } from "./support/server";
import { violations } from "./support/views";

test.use({ serverEnv: { KEEPSAKE_EMBEDDER: "hash" } });

const DAY = 86_400_000;

/** A line of a transcript: what happened keeps its own time. */
const line = (session: string, at: number, record: Record<string, unknown>) => ({
  host: "claude-code",
  event: "TranscriptLine",
  payload: {
    uuid: `${session}-${at}`,
    sessionId: session,
    cwd: "/w/app",
    timestamp: new Date(at).toISOString(),
    ...record,
  },
});

async function importLines(server: Server, session: string, lines: unknown[]): Promise<void> {
  const end = { host: "claude-code", event: "TranscriptEnd", payload: { sessionId: session } };
  const answer = await fetch(`${server.url}/api/ingest`, {
    method: "POST",
    headers: { "content-type": "application/json", "x-keepsake-client": "cli" },
    body: JSON.stringify([...lines, end]),
  });
  expect(answer.status).toBe(202);
}

const said = (session: string, at: number, text: string) =>
  line(session, at, { type: "user", message: { role: "user", content: text } });

/** A session with edits, and one that asked for something on each of forty days. */
async function fill(server: Server): Promise<void> {
  await promptHook(server, "Fix the rounding in the cart", { gitBranch: "fix/rounding" });
  await toolHook(server, "1 export const total = 1.1;", {
    tool_name: "Read",
    tool_input: { file_path: "/w/app/src/cart.ts" },
    tool_use_id: "t1",
  });
  await toolHook(server, "ok", {
    tool_name: "Edit",
    tool_input: { file_path: "/w/app/src/cart.ts", old_string: "const total = 1.1;", new_string: "const total = 110;" },
    tool_use_id: "t2",
  });
  await toolHook(server, "tests pass", { tool_use_id: "t3" });
  await hook(server, { hook_event_name: "Stop", last_assistant_message: "The cart counts in **cents** now." });
  const begin = Date.now() - 40 * DAY;
  const old = Array.from({ length: 40 }, (_, day) => said("s-old", begin + day * DAY, `Question of day ${day}`));
  await importLines(server, "s-old", old);
  await settled(server);
}

test("filters are in the address, survive a reload, and are taken away again", async ({ page, server }) => {
  await fill(server);
  await page.goto("/timeline?kind=session,prompt");
  const list = page.getByRole("region", { name: "Timeline" });
  await expect(list.getByText("Fix the rounding in the cart").first()).toBeVisible();
  await expect(list.getByText(/3 tool uses/)).toHaveCount(0);

  await page.getByRole("link", { name: /^Tool uses/ }).click();
  await expect(page).toHaveURL(/kind=[^&]*tool/);
  const run = list.locator("summary", { hasText: "3 tool uses" });
  await expect(run).toContainText("Read 1");
  await run.focus();
  await page.keyboard.press("Enter");
  await expect(list.getByRole("link", { name: /Edit src\/cart\.ts/ })).toBeVisible();

  await page.getByLabel("File", { exact: true }).fill("cart.ts");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/file=cart\.ts/);
  await expect(list.getByText("Question of day 3")).toHaveCount(0);
  await expect(list.getByText(/2 tool uses/)).toBeVisible();
  await page.reload();
  await expect(page.getByLabel("File", { exact: true })).toHaveValue("cart.ts");
  await expect(list.getByText(/2 tool uses/)).toBeVisible();
  await page.getByRole("button", { name: "All files" }).click();
  await expect(page).not.toHaveURL(/file=/);

  await page.getByRole("navigation", { name: "What is shown" }).getByRole("link", { name: "Sessions" }).click();
  await expect(page).toHaveURL(/as=sessions/);
  await expect(list.locator("a[data-row]")).toHaveCount(2);
  await page.goto("/timeline?branch=nowhere");
  await expect(page.getByText(/fits these filters/)).toBeVisible();
  await page.getByRole("link", { name: "Clear the filters" }).click();
  await expect(list.locator("a[data-row]").first()).toBeVisible();
});

test("words narrow the list and the bars, and stand in the address", async ({ page, server }) => {
  await fill(server);
  await page.goto("/timeline");
  const list = page.getByRole("region", { name: "Timeline" });
  await expect(list.getByText("Question of day 39").first()).toBeVisible();
  await page.keyboard.press("/");
  const box = page.getByRole("searchbox", { name: "Find in the timeline" });
  await expect(box).toBeFocused();
  await page.keyboard.type("rounding cart");
  await expect(page).toHaveURL(/q=rounding\+cart|q=rounding%20cart/);
  await expect(list.getByText("Question of day 39")).toHaveCount(0);
  await expect(list.getByText("Fix the rounding in the cart").first()).toBeVisible();
  await page.reload();
  await expect(box).toHaveValue("rounding cart");
  await expect(list.getByText("Question of day 39")).toHaveCount(0);
  await expect(page.getByRole("list", { name: "When it happened" }).getByRole("link")).toHaveCount(1);
  await box.fill("quokka");
  await expect(page.getByText(/fits these filters/)).toBeVisible();
  await page.getByRole("link", { name: "Clear the filters" }).click();
  await expect(box).toHaveValue("");
  await expect(list.getByText("Question of day 39").first()).toBeVisible();
});

test("the palette opens a session by the id that its agent gave it, also from a command or a path", async ({
  page,
  server,
}) => {
  const id = "0b9f3d52-7c1e-4a58-9f60-2d1c3b4a5e6f";
  await promptHook(server, "Fix the rounding in the cart", { session_id: id });
  await settled(server);
  await page.goto("/health");
  for (const pasted of [id, `claude --resume ${id}`]) {
    await page.keyboard.press("Control+k");
    await page.getByPlaceholder(/Go to a view/).fill(pasted);
    await expect(page.getByRole("option", { name: /Session 1/ }).first()).toHaveAttribute("aria-selected", "true");
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(/\/session\/1$/);
  }
});

test("the bars are walked with the arrow keys, and take the list to their days", async ({ page, server }) => {
  await fill(server);
  await page.goto("/timeline?kind=prompt");
  const bars = page.getByRole("list", { name: "When it happened" });
  const here = bars.locator("a[aria-current=true]");
  await expect(here).toHaveCount(1);
  await here.focus();
  for (let step = 0; step < 20; step += 1) await page.keyboard.press("ArrowLeft");
  const name = (await page.locator(":focus").getAttribute("aria-label")) ?? "";
  expect(name).toMatch(/: 1 entry$/);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/at=\d+/);
  const list = page.getByRole("region", { name: "Timeline" });
  const day = name.slice(0, name.indexOf(":"));
  await expect(list.getByRole("heading").first()).toContainText(day);
  await expect(bars.locator("a[aria-current=true]")).toHaveAttribute("aria-label", `${name}. The list begins here.`);
  await page.getByRole("link", { name: "Newest" }).click();
  await expect(page).not.toHaveURL(/at=/);
  await page.getByRole("button", { name: /When it happened: as a table/ }).click();
  await expect(page.getByRole("row")).toHaveCount(42);
});

test.describe("in Los Angeles", () => {
  test.use({ timezoneId: "America/Los_Angeles" });

  test("U03: an evening stands under its own day, in headings, bars and filters, at the first visit too", async ({
    page,
    server,
  }) => {
    await importLines(server, "s-la", [said("s-la", Date.parse("2026-06-05T04:30:00Z"), "evening")]);
    await page.goto("/timeline?kind=prompt");
    const list = page.getByRole("region", { name: "Timeline" });
    await expect(list.getByRole("heading", { name: "Thursday, 4 Jun 2026" })).toBeVisible();
    await expect(list.getByText("21:30")).toBeVisible();
    await expect(
      page.getByRole("list", { name: "When it happened" }).getByRole("link", { name: /4 Jun 2026/ }),
    ).toBeVisible();
    await page.goto("/timeline?kind=prompt&from=2026-06-04&to=2026-06-04");
    await expect(list.getByText("evening")).toBeVisible();
    await page.goto("/timeline?kind=prompt&from=2026-06-05");
    await expect(page.getByText(/fits these filters/)).toBeVisible();
  });
});

test("an entry opens beside the list, J and K walk, Esc closes, and the address brings it back", async ({
  page,
  server,
}) => {
  await fill(server);
  await page.goto("/timeline?kind=prompt");
  const list = page.getByRole("region", { name: "Timeline" });
  await list.getByText("Fix the rounding in the cart").first().click();
  await expect(page).toHaveURL(/peek=prompt%3A1|peek=prompt:1/);
  const panel = page.getByRole("complementary");
  await expect(panel.getByText("Fix the rounding in the cart")).toBeVisible();
  await page.keyboard.press("j");
  await expect(panel.getByText("Question of day 39")).toBeVisible();
  await page.reload();
  await expect(panel.getByText("Question of day 39")).toBeVisible();
  await panel.getByRole("link", { name: "In its session" }).click();
  await expect(page).toHaveURL(/\/session\/\d+\?turn=40/);
  await page.goBack();
  await expect(panel).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(panel).toHaveCount(0);
});

test("the session: tool calls unfold to what they changed, turns are read again, and forgetting is undone", async ({
  page,
  server,
}) => {
  await fill(server);
  await page.goto("/session/1");
  await expect(page.getByRole("heading", { name: "Fix the rounding in the cart" })).toBeVisible();
  await expect(page.locator("strong", { hasText: "cents" })).toBeVisible();
  await page.getByText("3 tool calls").click();
  await page.locator("summary", { hasText: "Edit" }).filter({ hasText: "src/cart.ts" }).click();
  const change = page.getByRole("region", { name: "Change 1" });
  await expect(change).toContainText("const total = 1.1;");
  await expect(change).toContainText("const total = 110;");
  await page.getByText(/file touched/).click();
  await expect(page.getByRole("link", { name: /src\/cart\.ts/ }).first()).toHaveAttribute(
    "href",
    /\/timeline\?.*file=/,
  );
  expect(await violations(page)).toEqual([]);

  await page.getByRole("button", { name: "Read again", exact: true }).click();
  await expect(page.getByText("No language model may be asked here", { exact: false })).toBeVisible();
  await page.getByRole("menuitem", { name: /By the rules/ }).click();
  await expect(page.getByText("1 turn will be read again")).toBeVisible();
  await settled(server);
  await expect(page.getByText(/^Reading/)).toHaveCount(0);
  await expect(page.getByText("What was learned").first()).toBeVisible();

  await page.getByRole("button", { name: "Forget this session" }).click();
  await expect(page).toHaveURL(/\/timeline/);
  const list = page.getByRole("region", { name: "Timeline" });
  await expect(list.getByText("Fix the rounding in the cart")).toHaveCount(0);
  await page.goto("/session/1");
  await expect(page.getByRole("heading", { name: "Session 1 was forgotten" })).toBeVisible();
  await page.getByRole("link", { name: "Open Activity" }).click();
  await page
    .getByRole("button", { name: /^Undo: Forgot/ })
    .first()
    .click();
  await page.getByRole("dialog").getByRole("button", { name: "Undo it" }).click();
  await expect(page.getByText("Undone").first()).toBeVisible();
  await page.goto("/timeline");
  await expect(list.getByText("Fix the rounding in the cart").first()).toBeVisible();
});

test("a link to turn 150 of a long session lands there, by the query and by the mark alone", async ({
  page,
  server,
}) => {
  const begin = Date.now() - DAY;
  const lines = Array.from({ length: 300 }, (_, turn) =>
    said("s-long", begin + turn * 60_000, `Question number ${turn + 1}.`),
  );
  await importLines(server, "s-long", lines);
  await settled(server, 90_000);
  for (const address of ["/session/1?turn=150#turn-150", "/session/1#turn-150"]) {
    await page.goto(address);
    const turn = page.locator("#turn-150");
    await expect(turn).toBeInViewport();
    await expect(turn).toContainText("Question number 150.");
  }
  const outline = page.getByRole("navigation", { name: "Turns" });
  await outline.getByRole("link", { name: "Turns 251 to 300" }).click();
  await expect(page.locator("#turn-251")).toBeInViewport();
  await outline.getByRole("link", { name: /^253/ }).click();
  await expect(page.locator("#turn-253")).toBeInViewport();
  await expect(outline.getByRole("link", { name: /^253/ })).toHaveAttribute("aria-current", "true");
});
