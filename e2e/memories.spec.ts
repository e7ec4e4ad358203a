import type { Locator } from "@playwright/test";
import { createClient } from "../lib/client";
import { expect, test } from "./fixtures";
import { chips, facet, notes, rowOf, rows, toast, write } from "./support/memory-list";
import { query } from "./support/store";

test.use({ serverEnv: { KEEPSAKE_EMBEDDER: "hash" }, viewport: { width: 1440, height: 900 } });

test("E107: facets with counts can be combined, chips take them off again, no match says where it looked", async ({
  page,
  server,
}) => {
  await write(server, notes(12));
  await page.goto("/memories");
  await expect(rows(page)).toHaveCount(12);
  await facet(page, "Attribute")
    .getByRole("link", { name: /Decision\s*6/ })
    .click();
  await expect(rows(page)).toHaveCount(6);
  await facet(page, "Tags").getByRole("link", { name: /^ops/ }).click();
  await expect(page).toHaveURL(/attribute=decision/);
  await expect(page).toHaveURL(/tag=ops/);
  await expect(rows(page)).toHaveCount(6);
  // Counts hold under the other filters: of the decisions none is about caches, and that is dimmed, not gone.
  await expect(facet(page, "Tags").getByRole("link", { name: /^cache\s*0/ })).toBeVisible();
  await facet(page, "Project").getByRole("link", { name: /^shop/ }).click();
  await expect(rows(page)).toHaveCount(2);
  await expect(chips(page).getByRole("link")).toHaveCount(4);
  await chips(page).getByRole("link", { name: "Remove the filter Project: shop" }).click();
  await expect(rows(page)).toHaveCount(6);
  await page.goto("/memories?attribute=decision&tag=cache");
  await expect(
    page.getByText(/No memory fits these filters\. Looked among: Active, Attribute: Decision, Tags: cache/),
  ).toBeVisible();
  await page.getByRole("main").getByRole("link", { name: "Clear the filters" }).last().click();
  await expect(rows(page)).toHaveCount(12);
  await page.goto("/memories?used=often");
  await expect(page.getByText("No memory fits these filters.").filter({ visible: true }).first()).toBeVisible();
});

test("E107: search as you type in three modes, and a pasted id opens its memory", async ({ page, server, context }) => {
  const ids = await write(server, notes(6));
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.goto("/memories");
  const box = page.getByRole("searchbox", { name: "Search memories" });
  await box.pressSequentially("caches");
  await expect(page).toHaveURL(/q=caches/);
  await page.getByRole("combobox", { name: "How to search" }).selectOption("words");
  await expect(page).toHaveURL(/mode=words/);
  await expect(rows(page)).toHaveCount(3);
  await expect(page.locator("mark", { hasText: "caches" }).filter({ visible: true }).first()).toBeVisible();
  await page.getByRole("combobox", { name: "How to search" }).selectOption("meaning");
  await expect(page).toHaveURL(/mode=meaning/);
  await box.fill("");
  await expect(rows(page)).toHaveCount(6);
  const id = ids[3] ?? 0;
  await page.evaluate((text) => navigator.clipboard.writeText(text), String(id));
  await box.focus();
  await page.keyboard.press("ControlOrMeta+V");
  await expect(page.getByRole("complementary", { name: `Memory ${id}` })).toBeVisible();
  await expect(rows(page)).toHaveCount(6);
  await page.goto("/memories?q=memory%20999");
  await expect(page.getByText("No memory fits these filters.")).toBeVisible();
});

test("E108: table, columns, density and sort stand in the URL and are remembered", async ({ page, server }) => {
  await write(server, notes(4));
  await page.goto("/memories");
  const table = page.getByRole("table", { name: "Memories" });
  await expect(table.getByRole("columnheader", { name: "Importance" })).toBeVisible();
  await expect(table).toHaveAttribute("aria-rowcount", "5");
  const head = (name: string) => table.getByRole("columnheader", { name });
  await expect(head("Changed")).toHaveAttribute("aria-sort", "descending");
  await head("Importance").getByRole("link").click();
  await expect(head("Importance")).toHaveAttribute("aria-sort", "descending");
  await head("Importance").getByRole("link").click();
  await expect(head("Importance")).toHaveAttribute("aria-sort", "ascending");
  await expect(page).toHaveURL(/sort=importance/);

  await page.getByRole("button", { name: "View", exact: true }).click();
  await page.getByRole("menuitemcheckbox", { name: "Tags" }).click();
  await expect(head("Tags")).toBeVisible();
  await page.getByRole("menuitemcheckbox", { name: "Importance" }).click();
  await expect(head("Importance")).toHaveCount(0);
  await page.keyboard.press("Escape");
  const before = await table.getByRole("row").nth(1).boundingBox();
  expect(before?.height).toBe(44);
  await page.getByRole("button", { name: "View", exact: true }).click();
  await page.getByRole("menuitemradio", { name: "Compact" }).click();
  await expect(page).toHaveURL(/density=compact/);
  await expect(async () => expect((await table.getByRole("row").nth(1).boundingBox())?.height).toBe(32)).toPass();

  // The address says nothing now: the browser remembers.
  await page.goto("/memories");
  await expect(head("Tags")).toBeVisible();
  await expect(head("Importance")).toHaveCount(0);
  // The address has the last word.
  await page.goto("/memories?as=cards&density=comfortable");
  await expect(table).toHaveCount(0);
  await expect(
    page.getByRole("list", { name: "Memories" }).or(page.getByRole("article").first()).first(),
  ).toBeVisible();
});

test("E108: hits are coloured by heat, and three or more give the key a badge", async ({ page, server }) => {
  const ids = await write(server, notes(5));
  await page.goto("/memories");
  await expect(rows(page)).toHaveCount(5);
  await expect(page.locator("[data-heat='0']").filter({ visible: true })).toHaveCount(5);
  await expect(page.getByRole("img", { name: "Often used" })).toHaveCount(0);
  const agent = createClient(server.url);
  for (let i = 0; i < 3; i++)
    await agent.memorySearch({ top_k: 1, query: "statement number 01 of the list about deploys" });
  await expect(async () => {
    expect((await server.client.memories.get(ids[0] ?? 0)).access_count).toBeGreaterThanOrEqual(3);
  }).toPass();
  await page.reload();
  await expect(page.locator("[data-heat='2']").filter({ visible: true }).first()).toBeVisible();
  await expect(page.getByRole("img", { name: "Often used" }).filter({ visible: true }).first()).toBeVisible();
});

test("E109, E110, E111: the row's menu opens, edits, shows raw JSON, archives, restores, deletes", async ({
  page,
  server,
}) => {
  const [id = 0] = await write(server, notes(2));
  await page.goto("/memories?status=all");
  const menu = page.getByRole("button", { name: `Actions for memory ${id}`, exact: true });
  const choose = async (name: string): Promise<void> => {
    await menu.click();
    await page.getByRole("menuitem", { name, exact: true }).click();
  };
  await choose("Raw JSON");
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByText(`"id": ${id}`)).toBeVisible();
  await expect(dialog.getByRole("button", { name: "Copy" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(menu).toBeFocused();

  await choose("Edit");
  await dialog.getByLabel("Importance").fill("8.5");
  await dialog.getByRole("combobox", { name: "Counts for" }).selectOption("New project…");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog.getByRole("alert")).toContainText("Name of the new project");
  await dialog.getByRole("textbox", { name: "Name of the new project" }).fill("atlas");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog).toHaveCount(0);
  expect(await server.client.memories.get(id)).toMatchObject({ importance: 8.5, project: "atlas" });
  await toast(page).getByRole("button", { name: "Undo" }).first().click();
  await expect(toast(page).getByText("Undone.")).toBeVisible();
  expect(await server.client.memories.get(id)).toMatchObject({ importance: 5, project: "shop" });

  await choose("Archive");
  await expect(toast(page).getByText("Archived.")).toBeVisible();
  await choose("Restore");
  await expect(toast(page).getByText("Restored.")).toBeVisible();
  // One click means that one thing: what changed elsewhere since the list was read does not refuse it.
  await server.client.memories.patch(id, { importance: 6 });
  await choose("Inject when relevant");
  await expect(toast(page).getByText("Injected when relevant from now on.")).toBeVisible();
  expect((await server.client.memories.get(id)).tier).toBe("normal");
  await choose("Delete");
  await expect(toast(page).getByText("Deleted. It can be restored.")).toBeVisible();
  await choose("Delete for good…");
  const confirm = dialog.getByRole("button", { name: /for good/ });
  await expect(confirm).toBeDisabled();
  await dialog.getByRole("textbox").fill("delete");
  await confirm.click();
  await expect(dialog.getByRole("link", { name: "Receipt 1" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(rows(page)).toHaveCount(1);

  await rows(page).first().click();
  const panel = page.getByRole("complementary");
  await expect(panel.getByText("statement number 02").first()).toBeVisible();
});

test("what is pressed is marked at once, and a choice stands there while its answer is on its way", async ({
  page,
  server,
}) => {
  await write(server, notes(6));
  await page.goto("/memories");
  let answer = () => {};
  const hold = new Promise<void>((resolve) => (answer = resolve));
  await page.route(/\/memories\?.*_rsc/, async (route) => {
    await hold;
    await route.continue();
  });
  const decision = facet(page, "Attribute").getByRole("link", { name: /Decision/ });
  await decision.click();
  await expect(decision.locator("[data-pending]")).toHaveCount(1);
  const sort = page.getByRole("combobox", { name: "Sort" });
  await sort.selectOption("importance");
  await expect(sort).toHaveValue("importance");
  await expect(rows(page)).toHaveCount(6);
  answer();
  await expect(page).toHaveURL(/sort=importance/);
  await expect(sort).toHaveValue("importance");
  await expect(page.locator("[data-pending]")).toHaveCount(0);
});

test("a list gets a name, is found under it, renamed and removed; each can be undone", async ({ page, server }) => {
  await write(server, notes(6));
  await page.goto("/memories?attribute=decision&peek=1");
  const open = () => page.getByRole("button", { name: /Saved views|Decisions|Rulings/ }).click();
  const dialog = page.getByRole("dialog");
  await open();
  await page.getByRole("menuitem", { name: "Save this view…" }).click();
  await dialog.getByLabel("Name").fill("Decisions");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(toast(page).getByText("“Decisions” is saved.")).toBeVisible();
  await page.goto("/memories");
  await open();
  await page.getByRole("menuitem", { name: "Decisions", exact: true }).click();
  await expect(page).toHaveURL(/\/memories\?attribute=decision$/);
  await expect(rows(page)).toHaveCount(3);
  await open();
  await page.getByRole("menuitem", { name: "Rename “Decisions”" }).click();
  await dialog.getByLabel("Name").fill("Rulings");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(toast(page).getByText("Renamed to “Rulings”.")).toBeVisible();
  await open();
  await page.getByRole("menuitem", { name: "Remove “Rulings”" }).click();
  await expect(toast(page).getByText("“Rulings” is removed.")).toBeVisible();
  await toast(page).getByRole("button", { name: "Undo" }).first().click();
  await expect(toast(page).getByText("Undone.")).toBeVisible();
  // A toast that is leaving still has the focus and takes it back from a menu.
  await expect(toast(page).getByText("“Rulings” is removed.")).toHaveCount(0);
  await open();
  await expect(page.getByRole("menuitem", { name: "Rulings", exact: true })).toBeVisible();
  expect(query(server.home, "SELECT id FROM operations WHERE kind = 'settings.change'").length).toBeGreaterThanOrEqual(
    3,
  );
});

test("J and K move through the rows with the panel following, Esc gives the focus back, back closes the panel", async ({
  page,
  server,
}) => {
  await write(server, notes(5));
  await page.goto("/memories");
  await rowOf(page, "number 05").click();
  const panel = page.getByRole("complementary");
  const shown = (number: string) => panel.getByText(`statement number ${number}`).first();
  await expect(shown("05")).toBeVisible();
  await page.keyboard.press("j");
  await page.keyboard.press("j");
  await expect(shown("03")).toBeVisible();
  await expect(rowOf(page, "number 03")).toHaveAttribute("aria-current", "true");
  await page.keyboard.press("k");
  await expect(shown("04")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(panel).toHaveCount(0);
  await expect(rowOf(page, "number 04")).toBeFocused();
  await rowOf(page, "number 02").click();
  await expect(shown("02")).toBeVisible();
  await page.goBack();
  await expect(panel).toHaveCount(0);
  await page.goto("/memories?peek=1");
  await expect(shown("01")).toBeVisible();
});

test("U09: back and reload lead to the row that was read, with the filters; a link begins at the top", async ({
  page,
  server,
}) => {
  await write(
    server,
    notes(200).map((note) => ({ ...note, tags: "100% #a&b=中文", project: null })),
  );
  await page.goto(`/memories?tag=${encodeURIComponent("100% #a&b=中文")}&sort=created_at&order=asc`);
  const list = page.getByRole("region", { name: "Memories", exact: true });
  const read = rowOf(page, "number 165");
  await expect(rows(page).first()).toBeVisible();
  await expect(async () => {
    await list.evaluate((box) => box.scrollTo({ top: 44 * 160 }));
    await expect(read).toBeInViewport({ timeout: 1000 });
  }).toPass();
  const id = Number(new URLSearchParams((await read.getAttribute("href"))?.split("?")[1]).get("peek"));
  await page.getByRole("button", { name: `Actions for memory ${id}`, exact: true }).click();
  await page.getByRole("menuitem", { name: "Open as a page" }).click();
  await expect(page).toHaveURL(new RegExp(`/memories/${id}$`));
  await page.goBack();
  await expect(read).toBeInViewport();
  await expect(chips(page)).toContainText("100% #a&b=中文");
  await page.reload();
  await expect(read).toBeInViewport();
  await page.getByRole("navigation", { name: "Views" }).getByRole("link", { name: "Memories" }).first().click();
  await expect(chips(page)).toHaveCount(0);
  await expect(rowOf(page, "number 200")).toBeInViewport();
});

test("what comes in above does not move what is read", async ({ page, server }) => {
  await write(server, notes(90));
  await page.goto("/memories");
  const list = page.getByRole("region", { name: "Memories", exact: true });
  await expect(rows(page).first()).toBeVisible();
  await list.evaluate((box) => box.scrollTo({ top: 44 * 40 }));
  const read = rowOf(page, "number 45");
  await expect(read).toBeVisible();
  await expect(async () => expect(await settledTop(read)).toBeTruthy()).toPass();
  const before = (await read.boundingBox())?.y ?? 0;
  await write(server, [{ key: "shop:list:fact:late", value: "a statement that arrives while you read" }]);
  await page.getByRole("button", { name: /new entr/ }).click();
  await expect(page.getByLabel("91 memories")).toBeVisible();
  await expect(read).toBeVisible();
  await expect.poll(async () => Math.abs(((await read.boundingBox())?.y ?? Infinity) - before)).toBeLessThan(2);
});

test("nothing moves while a list of cards and the page of a memory are loaded", async ({ page, server }) => {
  const ids = await write(server, notes(24));
  const id = ids[5] ?? 0;
  // What is near in meaning is there to be drawn.
  await expect(async () => {
    await page.goto(`/memories/${id}`);
    await expect(page.getByRole("button", { name: /into this one/ }).first()).toBeVisible({ timeout: 1_000 });
  }).toPass();
  await page.addInitScript(() => {
    const shifts: number[] = [];
    Object.assign(window, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) shifts.push((entry as PerformanceEntry & { value: number }).value);
    }).observe({ type: "layout-shift", buffered: true });
  });
  for (const path of ["/memories?as=cards", "/memories?as=cards&density=compact", `/memories/${id}`, "/memories"]) {
    await page.goto(path);
    await expect(page.getByText("statement number").filter({ visible: true }).first()).toBeVisible();
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))));
    const shifts = await page.evaluate(() => (window as unknown as { shifts: number[] }).shifts);
    expect(
      shifts.reduce((sum, shift) => sum + shift, 0),
      path,
    ).toBeLessThan(0.01);
  }
});

/** Whether it stands still. */
async function settledTop(row: Locator): Promise<boolean> {
  const [one, two] = [await row.boundingBox(), await row.boundingBox()];
  return one !== null && one.y === two?.y;
}
