import type { Locator, Page } from "@playwright/test";
import { expect, test } from "./fixtures";
import { write } from "./support/memory-list";
import { settled } from "./support/cases";

test.use({ serverEnv: { KEEPSAKE_EMBEDDER: "hash" } });

const box = (page: Page): Locator => page.getByRole("searchbox", { name: "Search everything" });
const kind = (page: Page, name: string): Locator => page.getByRole("region", { name, exact: true });
const hits = (page: Page): Locator => page.locator("[data-row]").filter({ visible: true });
const rail = (page: Page): Locator => page.getByRole("region", { name: "Kind", exact: true });

const NOTES = [
  { value: "We settle on Redis for the cart cache because sessions must survive a deploy.", project: "shop" },
  { value: "部署之前先跑完整的测试，再看一遍日志。", project: "blog", tags: "部署,ops" },
  { value: "The cart total is kept in integer cents, never in floats.", project: "shop" },
  { value: "Backups are written at night and kept for a month.", project: null },
];

test("says what one can ask; hits come as one types, with why they match and the parts of their score", async ({
  page,
  server,
}) => {
  await write(server, NOTES);
  await settled(server);
  await page.goto("/search");
  await expect(page.getByRole("heading", { name: "Search everything that was kept" })).toBeVisible();
  await expect(page.getByText("Two Chinese characters are enough, without spaces.")).toBeVisible();
  // Nothing is missing from the store, so nothing is said about filling it.
  await expect(page.getByText("keepsake.mjs import")).toHaveCount(0);
  await box(page).pressSequentially("cart cac");
  await expect(page).toHaveURL(/q=cart\+cac/);
  const first = kind(page, "Memories").getByRole("listitem").first();
  await expect(first).toContainText("Redis for the cart cache");
  await expect(first.locator("mark").filter({ hasText: /^cart$/ })).toBeVisible();
  await expect(first).toContainText(/matched words.*in statement: cart, cac/);
  await expect(
    first.getByRole("img", { name: /^Score \d.*words \d.*meaning \d.*recency \d.*importance \d/ }),
  ).toBeVisible();
  await box(page).fill("部署");
  const chinese = kind(page, "Memories").getByRole("listitem").first();
  await expect(chinese.locator("mark", { hasText: "部署" }).first()).toBeVisible();
  await expect(chinese).toContainText(/in tags: 部署/);
});

test("narrows by kind, status, days and project, all in the URL; no match says where it looked and what else to try", async ({
  page,
  server,
}) => {
  const [redis = 0] = await write(server, NOTES);
  await settled(server);
  await page.goto("/search?q=cart");
  await rail(page)
    .getByRole("link", { name: /^Memories/ })
    .click();
  await expect(page).toHaveURL(/type=memories/);
  await page.getByRole("combobox", { name: "Status" }).selectOption("archived");
  await expect(page).toHaveURL(/status=archived/);
  await page.getByRole("combobox", { name: "How to search" }).selectOption("fts");
  await expect(page.getByText("Looked in: Memories, Archived, Words.")).toBeVisible();
  await server.client.memories.archive(redis);
  await page.reload();
  await expect(hits(page)).toHaveCount(1);
  await page.goto("/search?q=cart&mode=fts&project=blog&to=2001-01-01&status=archived");
  for (const name of ["Show all projects", "Look in every status", "Look at any time", "Search by meaning"])
    await expect(page.getByRole("link", { name, exact: true })).toBeVisible();
  await page.getByRole("link", { name: "Look at any time" }).click();
  await page.getByRole("link", { name: "Show all projects" }).click();
  await expect(hits(page)).toHaveCount(1);
  await page.getByLabel("To", { exact: true }).fill("2001-01-01");
  await expect(page).toHaveURL(/to=2001-01-01/);
  await expect(hits(page)).toHaveCount(0);
});

test("offers the import only where nothing is stored", async ({ page }) => {
  await page.goto("/search");
  await expect(page.getByText("keepsake.mjs import")).toBeVisible();
  await page.goto("/search?q=zebra");
  await expect(page.getByText("Nothing is stored yet")).toBeVisible();
  await expect(page.getByText("keepsake.mjs import")).toBeVisible();
});

test("two ways of searching stand side by side, each hit says where the other has it and leads there", async ({
  page,
  server,
}) => {
  await write(server, NOTES);
  await settled(server);
  await page.goto("/search?q=cart+cache&mode=fts&type=memories");
  await page.getByRole("combobox", { name: "Compare with another way to search" }).selectOption("vector");
  await expect(page).toHaveURL(/compare=vector/);
  const words = page.getByRole("region", { name: "Words", exact: true });
  const meaning = page.getByRole("region", { name: "Meaning", exact: true });
  const first = words.getByRole("listitem").first();
  await expect(first).toContainText("Redis");
  const over = first.getByRole("link", { name: /^\d+(st|nd|rd|th) in the other list \(Meaning\)$/ });
  await over.click();
  await expect(page).toHaveURL(/#vector-memories-\d+$/);
  await expect(meaning.getByRole("listitem").filter({ hasText: "Redis" })).toBeInViewport();
  const only = await words.getByRole("listitem").count();
  await expect(meaning.getByText("Not there")).toHaveCount((await meaning.getByRole("listitem").count()) - only);
  await page.goto("/search?q=cart&compare=words,meaning");
  await expect(words).toBeVisible();
  await expect(meaning).toBeVisible();
});

test("keys alone: / to the box, J and K through the hits, Enter opens beside the list, Escape closes, back works", async ({
  page,
  server,
}) => {
  await write(server, NOTES);
  await settled(server);
  await page.goto("/search?q=cart&type=memories&mode=fts");
  await expect(hits(page)).toHaveCount(2);
  await page.keyboard.press("Escape");
  await page.keyboard.press("j");
  await expect(hits(page).nth(0)).toBeFocused();
  await page.keyboard.press("j");
  await expect(hits(page).nth(1)).toBeFocused();
  await page.keyboard.press("k");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/peek=memory%3A\d+/);
  const panel = page.getByRole("complementary", { name: /^Memory \d+$/ });
  await expect(panel).toBeVisible();
  await expect(hits(page).nth(0)).toHaveAttribute("aria-current", "true");
  await page.goBack();
  await expect(panel).toHaveCount(0);
  await page.goForward();
  await expect(panel).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(panel).toHaveCount(0);
  await expect(page).toHaveURL(/q=cart/);
  await page.keyboard.press("/");
  await expect(box(page)).toBeFocused();
});

test("a pasted id opens its memory, and one that nobody has is searched for like any text", async ({
  page,
  server,
  context,
}) => {
  const [, second = 0] = await write(server, NOTES);
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.goto("/search");
  await page.evaluate((text) => navigator.clipboard.writeText(text), String(second));
  await box(page).focus();
  await page.keyboard.press("ControlOrMeta+V");
  const panel = page.getByRole("complementary", { name: `Memory ${second}` });
  await expect(panel).toBeVisible();
  await panel.getByRole("link", { name: "Close" }).click();
  await expect(panel).toHaveCount(0);
  await page.goto("/search?q=%23999");
  await expect(page.getByText(/Nothing fits “#999”/)).toBeVisible();
});
