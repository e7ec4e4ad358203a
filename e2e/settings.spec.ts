import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures";
import type { Settings } from "../lib/contract/settings";
import { makeClaudeMem } from "../lib/testing/claude-mem-store";
import { leaks, promptHook } from "./support/cases";
import { removeHome, type Server, tempHome } from "./support/server";
import { walkLooks } from "./support/views";

test.use({ serverEnv: { KEEPSAKE_EMBEDDER: "hash", KEEPSAKE_DIGEST_DAYS: "9" } });

const settingsOf = async (server: Server): Promise<Settings> =>
  (await (await fetch(`${server.url}/api/settings`)).json()) as Settings;

const KEPT_NOWHERE = "The carts of the shop are kept in a zyxquartz store for ninety days";

/** A store of claude-mem with one session, one prompt and one observation. */
function fillClaudeMem(file: string): void {
  const { db, add } = makeClaudeMem(file, "13.x");
  const at = { created_at: "2026-05-01T10:00:00.000Z", created_at_epoch: Date.UTC(2026, 4, 1, 10) };
  add("sdk_sessions", {
    content_session_id: "s-1",
    memory_session_id: "m-1",
    project: "shop",
    started_at: at.created_at,
    started_at_epoch: at.created_at_epoch,
  });
  add("user_prompts", { content_session_id: "s-1", prompt_number: 1, prompt_text: "Where are the carts kept?", ...at });
  add("observations", {
    memory_session_id: "m-1",
    project: "shop",
    type: "discovery",
    title: "Carts are kept in Redis",
    narrative: "The carts of the shop are kept in Redis for ninety days.",
    prompt_number: 1,
    ...at,
  });
  db.close();
}

const field = (page: Page, key: string) => page.locator(`#setting-${key}`);

test("a group is saved as one change, undone from the toast, and kept by its bounds", async ({ page, server }) => {
  await page.goto("/settings");
  await field(page, "fts_top_k").fill("0");
  await expect(page.getByRole("alert").filter({ hasText: "Must be 1 to 500." })).toBeVisible();
  await field(page, "fts_top_k").fill("30");
  await field(page, "vector_top_k").fill("40");
  await page.getByRole("button", { name: "Save 2 changes" }).click();
  await expect(page.getByText("2 settings saved.")).toBeVisible();
  const { fts_top_k, vector_top_k } = await settingsOf(server);
  expect([fts_top_k, vector_top_k]).toEqual([30, 40]);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(field(page, "fts_top_k")).toHaveValue("20");
  expect((await settingsOf(server)).vector_top_k).toBe(20);
});

test("what the server refuses is said beside the field", async ({ page }) => {
  await page.goto("/settings?q=value_");
  await field(page, "value_min_chars").fill("900");
  await page.getByRole("button", { name: "Save 1 change" }).click();
  await expect(page.locator("#setting-value_min_chars-note")).toContainText("at most value_max_chars");
  await expect(field(page, "value_min_chars")).toHaveValue("900");
});

test("switch, list and map by keyboard; reset takes the value away", async ({ page, server }) => {
  await page.goto("/settings");
  await field(page, "mcp_enabled").focus();
  await page.keyboard.press("Space");
  await expect(field(page, "mcp_enabled")).toHaveAttribute("aria-checked", "false");
  await page.keyboard.press("Shift+Tab");
  await page.locator("#serving").getByRole("button", { name: "Save 1 change" }).press("Enter");
  await expect.poll(async () => (await settingsOf(server)).mcp_enabled).toBe(false);
  await page.getByRole("button", { name: /Reset “Answer MCP requests”/ }).press("Enter");
  await expect.poll(async () => (await settingsOf(server)).mcp_enabled).toBe(true);

  await field(page, "skip_tools").fill("TodoWrite\nNotebook*");
  await page.locator("#capturing").getByRole("button", { name: "Save 1 change" }).click();
  await expect.poll(async () => (await settingsOf(server)).skip_tools).toEqual(["TodoWrite", "Notebook*"]);

  const prices = field(page, "llm_prices");
  await prices.getByRole("button", { name: "Add a line" }).click();
  await prices.getByLabel("Model 1").fill("qwen3");
  await prices.getByLabel("In 1").fill("0.5");
  await prices.getByLabel("Out 1").fill("2");
  await page.locator("#models").getByRole("button", { name: "Save 1 change" }).click();
  await expect.poll(async () => (await settingsOf(server)).llm_prices).toEqual({ qwen3: { input: 0.5, output: 2 } });
});

test("what the environment holds is read-only and names its variable; search finds it by that name", async ({
  page,
}) => {
  await page.goto("/settings");
  await page.getByRole("searchbox").fill("KEEPSAKE_DIGEST_DAYS");
  await expect(page).toHaveURL(/q=KEEPSAKE_DIGEST_DAYS/);
  await expect(field(page, "digest_days")).toBeDisabled();
  await expect(page.locator("#setting-digest_days-note")).toContainText("KEEPSAKE_DIGEST_DAYS");
  await expect(page.getByText("1 setting", { exact: true })).toBeVisible();
  await page.goto("/settings?q=nothing-like-this");
  await expect(page.getByText("No setting fits “nothing-like-this”.")).toBeVisible();
});

test("two tabs stay true: the other one shows what was saved, and what is being typed stays", async ({
  page,
  context,
}) => {
  const other = await context.newPage();
  await page.goto("/settings?q=backups_kept");
  await other.goto("/settings?q=backups_kept");
  await expect(other.getByText("Live", { exact: true })).toBeVisible();
  await field(page, "backups_kept").fill("21");
  await page.getByRole("button", { name: "Save 1 change" }).click();
  await expect(field(other, "backups_kept")).toHaveValue("21");
  await other.locator("#setting-backups_kept").fill("5");
  await field(page, "backups_kept").fill("22");
  await page.getByRole("button", { name: "Save 1 change" }).click();
  await expect(other.getByText("Changed elsewhere meanwhile to: 22.")).toBeVisible();
  await expect(field(other, "backups_kept")).toHaveValue("5");
});

test("what is typed on while it is being saved stays, upon what was saved", async ({ page, server }) => {
  await page.goto("/settings?q=backups_kept");
  let answer = () => {};
  const hold = new Promise<void>((resolve) => (answer = resolve));
  await page.route(/\/settings/, async (route) => {
    if (route.request().method() === "POST") await hold;
    await route.continue();
  });
  await field(page, "backups_kept").fill("21");
  await page.getByRole("button", { name: "Save 1 change" }).click();
  await field(page, "backups_kept").fill("22");
  answer();
  await expect.poll(async () => (await settingsOf(server)).backups_kept).toBe(21);
  await expect(page.getByText("Setting saved.")).toBeVisible();
  await expect(field(page, "backups_kept")).toHaveValue("22");
  await page.getByRole("button", { name: "Save 1 change" }).click();
  await expect.poll(async () => (await settingsOf(server)).backups_kept).toBe(22);
});

test("agents: what to paste has this server's address, and when it was last heard", async ({ page, server }) => {
  await page.goto("/settings#hosts");
  const hosts = page.locator("#hosts");
  await expect(hosts.getByLabel("Copy the command that connects agents").first()).toContainText("keepsake.mjs setup");
  const claude = hosts.getByRole("listitem").filter({ hasText: "Claude Code" });
  await expect(claude).toContainText("No event seen yet");
  const byHand = hosts.getByText(`${server.url}/api/hooks/claude-code`);
  await expect(byHand).toBeHidden();
  await hosts.getByText("By hand, without the command").click();
  await expect(byHand).toBeVisible();
  await promptHook(server, "A first word");
  await page.reload();
  await expect(claude).toContainText("1 session");
  await expect(page.getByRole("link", { name: "Download", exact: true })).toHaveAttribute("href", "/api/export");
});

test("transcripts are read before they come in: sessions, prompts, and what would be left out and why", async ({
  page,
  server,
}) => {
  const folder = tempHome();
  const line = (n: number, text: string) =>
    JSON.stringify({
      type: "user",
      uuid: `u-${n}`,
      sessionId: "s-1",
      cwd: "/w/shop",
      timestamp: `2026-05-01T10:00:0${n}.000Z`,
      message: { role: "user", content: text },
    });
  writeFileSync(
    join(folder, "s-1.jsonl"),
    [line(1, "<private>for me</private>"), line(2, "Where are the carts kept?"), "{torn"].join("\n"),
  );
  await page.goto("/settings?q=import");
  const source = page.locator("details").filter({ has: page.getByText("Transcripts of Claude Code", { exact: true }) });
  await source.getByLabel("Folder").fill(folder);
  await source.getByRole("button", { name: "Look what would come in" }).click();
  await expect(source.getByText("This would come in. Nothing is written yet.")).toBeVisible();
  await expect(source.getByText(/^1 session would come in, with 1 prompt and 1 entry in all\./)).toBeVisible();
  await expect(source.getByRole("listitem").filter({ hasText: "1 private" })).toBeVisible();
  await expect(source.getByRole("listitem").filter({ hasText: "1 that can’t be read" })).toBeVisible();
  expect((await server.client.health()).counts["prompts"]).toBe(0);
  await source.getByRole("button", { name: "Import" }).click();
  await expect(source.getByText("All brought in.")).toBeVisible();
  await expect(source.getByText("1 session, 1 prompt; 1 entry stored, 0 here already.")).toBeVisible();
  removeHome(folder);
});

test("an empty store can begin in three ways", async ({ page }) => {
  await page.goto("/settings?first");
  for (const name of ["Bring in your history", "Connect an agent", "Look at an example"])
    await expect(page.getByRole("heading", { name })).toBeVisible();
  await page.getByRole("link", { name: "Show what to paste" }).click();
  await expect(page).toHaveURL(/\/settings#hosts$/);
});

test("the rules of capture can be tried before anything comes in", async ({ page }) => {
  await page.goto("/settings?q=capture");
  await page.getByLabel("Folder", { exact: true }).first().fill("/w/shop");
  await page.getByLabel("Tool", { exact: true }).fill("TodoWrite");
  await page.getByRole("button", { name: "Would it be captured?" }).click();
  await expect(page.getByText("It would not be captured.")).toBeVisible();
  await expect(page.getByText("The tool is skipped by")).toContainText("TodoWrite");
  await page.getByLabel("Tool", { exact: true }).fill("Bash");
  await page.keyboard.press("Enter");
  await expect(page.getByText("It would be captured.")).toBeVisible();
});

test("another store comes in after a look, and goes again by Undo; an export of it comes in elsewhere", async ({
  page,
  server,
}) => {
  const folder = tempHome();
  const file = join(folder, "claude-mem.db");
  fillClaudeMem(file);
  await page.goto("/settings?q=import");
  const source = page.locator("details").filter({ has: page.getByText("claude-mem", { exact: true }) });
  await source.locator("summary").click();
  await source.getByLabel("Database file").fill(file);
  await source.getByRole("button", { name: "Look what would come in" }).click();
  await expect(source.getByText("This would come in. Nothing is written yet.")).toBeVisible();
  const observations = async () => (await server.client.health()).counts["observations"];
  expect(await observations()).toBe(0);
  await source.getByRole("button", { name: "Import" }).click();
  await expect(source.getByText("This came in.")).toBeVisible();
  expect(await observations()).toBeGreaterThan(0);
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name: "Download", exact: true }).click(),
  ]);
  const exported = join(folder, "taken.jsonl");
  await download.saveAs(exported);
  await source.getByRole("button", { name: "Undo this import" }).click();
  await expect.poll(observations).toBe(0);
  const own = page.locator("details").filter({ has: page.getByText("An export of Keepsake", { exact: true }) });
  await own.locator("summary").click();
  await own.getByLabel("Export file").setInputFiles(exported);
  await expect(own.getByText("This would come in. Nothing is written yet.")).toBeVisible();
  await own.getByRole("button", { name: "Import" }).click();
  await expect(own.getByText("This came in.")).toBeVisible();
  removeHome(folder);
});

test("danger zone: all settings are reset and back by Undo; everything goes for good behind the count", async ({
  page,
  server,
}) => {
  await server.client.memories.create({ key: "shop:cache:decision:store", value: KEPT_NOWHERE });
  await page.goto("/settings?q=backups_kept");
  await field(page, "backups_kept").fill("21");
  await page.getByRole("button", { name: "Save 1 change" }).click();
  await expect(page.getByText("Setting saved.")).toBeVisible();
  await page.goto("/settings?q=danger");
  await page.getByRole("button", { name: "Reset", exact: true }).click();
  await expect(page.getByText("1 setting was reset.")).toBeVisible();
  await page
    .getByRole("region", { name: /Notifications/ })
    .getByRole("button", { name: "Undo" })
    .click();
  await expect(page.getByText("Takes back the one value")).toBeVisible();
  await page.getByRole("button", { name: "Delete everything …" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByRole("button", { name: "Delete for good" })).toBeDisabled();
  await dialog.getByRole("textbox").fill("7");
  await expect(dialog.getByRole("button", { name: "Delete for good" })).toBeDisabled();
  await dialog.getByRole("textbox").fill("1");
  await dialog.getByRole("button", { name: "Delete for good" }).click();
  await expect(page).toHaveURL(/receipt=1/);
  await expect(page.getByText("Gone. No file of the data folder holds the text.")).toBeVisible({ timeout: 90_000 });
  expect(leaks(server, KEPT_NOWHERE)).toEqual([]);
});

test.describe("where a token is asked for", () => {
  test.use({ serverEnv: { KEEPSAKE_EMBEDDER: "hash", KEEPSAKE_REQUIRE_TOKEN: "1" } });

  test("it is made anew: this browser stays in, who had the old one is out", async ({ page, server }) => {
    const token = () => readFileSync(join(server.home, "token"), "utf8").trim();
    const ask = (bearer: string) =>
      fetch(`${server.url}/api/health`, { headers: { authorization: `Bearer ${bearer}` } });
    const old = token();
    const link = await fetch(`${server.url}/api/login`, {
      method: "POST",
      headers: { authorization: `Bearer ${old}` },
    });
    await page.goto(((await link.json()) as { url: string }).url);
    await page.goto("/settings?q=access");
    await page.getByRole("button", { name: "Make a new token" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Make a new token" }).click();
    await expect(page.getByText("There is a new token. This browser stays in.")).toBeVisible();
    expect(token()).not.toBe(old);
    expect([(await ask(old)).status, (await ask(token())).status]).toEqual([401, 200]);
    await page.reload();
    await expect(page.getByRole("heading", { name: "Access" })).toBeVisible();
  });
});

test("both themes, phone and desktop, both languages: no violation, nothing sideways", async ({ page, server }) => {
  test.setTimeout(240_000);
  await walkLooks(page, server, ["/settings", "/settings?first=1"], [1280, 360]);
});
