import type { Page } from "@playwright/test";
import { createClient } from "../lib/client";
import { expect, test } from "./fixtures";
import { settled } from "./support/cases";
import type { Server } from "./support/server";
import { walkLooks } from "./support/views";

test.use({ serverEnv: { KEEPSAKE_EMBEDDER: "hash" } });

const FIRST = "The carts of the shop are kept for thirty days";
const SECOND = "The carts of the shop are kept for ninety days";

/** Edits by the command line, additions by an agent, one in another project; answers the id of the edited memory. */
async function fill(server: Server): Promise<number> {
  const person = createClient(server.url, { actor: "cli" });
  const { id } = await person.memories.create({ key: "shop:cart:fact:days", value: FIRST, project: "shop" });
  await person.memories.patch(id, { value: SECOND });
  const agent = createClient(server.url);
  for (let n = 0; n < 60; n += 1)
    await agent.memories.create({
      key: `blog:post:fact:n${n}`,
      value: `Post ${n} ${"x".repeat(n)} is printed`,
      project: "blog",
    });
  await settled(server);
  return id;
}

const rows = (page: Page) => page.getByRole("listitem").locator("[data-row]");
const facet = (page: Page, group: string, name: string) =>
  page.getByRole("region", { name: group, exact: true }).getByRole("link", { name: new RegExp(`^${name}`) });

test("the feed is filtered by who, what and where; the address holds it, and every entry leads to what it is about", async ({
  page,
  server,
}) => {
  const id = await fill(server);
  await page.goto("/activity");
  await expect(rows(page).first()).toBeVisible();
  await facet(page, "By whom", "You").click();
  await expect(page).toHaveURL(/actor=person/);
  await expect(rows(page)).toHaveText([`Edited memory ${id}`, `Added memory ${id}`]);
  await facet(page, "Project", "blog").click();
  await expect(page.getByText("No change fits these filters.")).toBeVisible();
  await page.getByRole("main").getByRole("link", { name: "Clear the filters" }).last().click();
  await expect(page).toHaveURL(/\/activity$/);
  await page.goto("/activity?actor=person");
  await page
    .getByRole("link", { name: `Memory ${id}`, exact: true })
    .first()
    .click();
  await expect(page).toHaveURL(new RegExp(`/memories/${id}`));
  await page.goBack();
  await expect(page).toHaveURL(/actor=person/);
});

test("J and K go through a feed longer than the window, and it goes on where the first page ends", async ({
  page,
  server,
}) => {
  await fill(server);
  await page.goto("/activity?actor=agent");
  await expect(rows(page).first()).toBeVisible();
  for (let step = 0; step < 57; step += 1) await page.keyboard.press("j");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/peek=\d+/);
  await expect(page.getByRole("heading", { name: /^Operation \d+$/ })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page).not.toHaveURL(/peek=/);
});

test("Undo shows first what it would touch, and does that; what is in the way is named with the way out", async ({
  page,
  server,
}) => {
  const id = await fill(server);
  await page.goto("/activity?actor=person");
  await page.getByRole("button", { name: `Undo: Added memory ${id}` }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByText("Something it changed was changed again since.")).toBeVisible();
  await expect(dialog.getByText(/^Undo operation \d+ first, then this one\.$/)).toBeVisible();
  await dialog.getByRole("link", { name: /^Show operation/ }).click();
  await expect(page.getByRole("heading", { name: /^Operation \d+$/ })).toBeVisible();
  await page
    .getByRole("complementary")
    .getByRole("button", { name: `Undo: Edited memory ${id}` })
    .click();
  await expect(dialog.getByText("1 row would change: 1 memory.")).toBeVisible();
  await expect(dialog.locator("del")).toContainText("ninety");
  await expect(dialog.locator("ins")).toContainText("thirty");
  expect((await server.client.memories.get(id)).value).toBe(SECOND);
  await dialog.getByRole("button", { name: "Undo it" }).click();
  await expect(page.getByText("Undone").first()).toBeVisible();
  await expect.poll(async () => (await server.client.memories.get(id)).value).toBe(FIRST);
});

test("a deletion for good has its receipt in the list and beside it", async ({ page, server }) => {
  const id = await fill(server);
  await createClient(server.url, { actor: "cli" }).memories.hardDelete(id);
  await page.goto("/activity");
  await page.locator('a[href="/activity?receipts=all"]').click();
  await expect(page).toHaveURL(/receipts=all/);
  await page.getByRole("link", { name: new RegExp(`Memory ${id} deleted for good`) }).click();
  await expect(page).toHaveURL(/receipt=1/);
  await expect(page.getByText("Gone. No file of the data folder holds the text.")).toBeVisible({ timeout: 60_000 });
});

test("both themes, phone and desktop, both languages: no violation, nothing sideways", async ({ page, server }) => {
  test.setTimeout(240_000);
  await fill(server);
  await walkLooks(page, server, ["/activity", "/activity?peek=2", "/activity?receipts=all"], [1440, 360]);
});
