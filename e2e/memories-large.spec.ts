import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures";
import { seedMemories } from "./support/large-store";
import { act, bulkBar, chips, facet, rows, toast } from "./support/memory-list";
import { removeHome, type Server, startServer, tempHome } from "./support/server";
import { count } from "./support/store";

const ROWS = 100_000;
const MOUNTED = 100;

/** One large store for all tests that need it: writing it takes most of a minute. */
const largeTest = test.extend<object, { large: Server }>({
  large: [
    async ({ browserName: _ }, use) => {
      const home = tempHome();
      await seedMemories(home, ROWS);
      const server = await startServer({ home, env: { KEEPSAKE_EMBEDDER: "hash" } });
      await use(server);
      await server.stop();
      removeHome(home);
    },
    { scope: "worker", timeout: 300_000 },
  ],
  server: async ({ large }, use) => use(large),
});

largeTest.use({ viewport: { width: 1440, height: 900 } });

largeTest.describe("100,000 memories", () => {
  /** Bounds are generous: a slow machine must not fail, a scan of the store must. */
  async function within(page: Page, ms: number, what: string, move: () => Promise<void>): Promise<void> {
    const begun = Date.now();
    await move();
    const took = Date.now() - begun;
    largeTest.info().annotations.push({ type: "took", description: `${what}: ${took} ms` });
    expect(took, what).toBeLessThan(ms);
    expect(await page.locator("[data-virtual-list] [data-index]").count(), `${what}: rows in the page`).toBeLessThan(
      MOUNTED,
    );
  }

  largeTest(
    "filtering, sorting, opening, searching and scrolling stay quick, and few rows are in the page",
    async ({ page }) => {
      largeTest.setTimeout(300_000);
      await page.goto("/memories");
      await expect(page.getByLabel("90,000 memories")).toBeVisible();
      // Once, so that what follows is measured warm.
      await facet(page, "Injection")
        .getByRole("link", { name: /Only list/ })
        .click();
      await expect(chips(page)).toContainText("Only list");
      await page.goto("/memories");
      await expect(rows(page).first()).toBeVisible();

      await within(page, 5_000, "filter", async () => {
        await facet(page, "Attribute")
          .getByRole("link", { name: /Preference/ })
          .click();
        await expect(chips(page)).toContainText("Preference");
        await expect(rows(page).first()).toBeVisible();
      });
      await within(page, 5_000, "sort", async () => {
        await page.getByRole("columnheader", { name: "Importance" }).getByRole("link").click();
        await expect(page.getByRole("columnheader", { name: "Importance" })).toHaveAttribute("aria-sort", "descending");
      });
      await within(page, 5_000, "peek", async () => {
        await rows(page).nth(2).click();
        await expect(page.getByRole("complementary")).toBeVisible();
      });
      await within(page, 5_000, "next in the panel", async () => {
        const name = await page.getByRole("complementary").getAttribute("aria-label");
        await page.keyboard.press("j");
        await expect(page.getByRole("complementary")).not.toHaveAttribute("aria-label", name ?? "");
      });
      await page.keyboard.press("Escape");
      await expect(page.getByRole("complementary")).toHaveCount(0);
      await within(page, 6_000, "search by words", async () => {
        await page.getByRole("combobox", { name: "How to search" }).selectOption("words");
        await page.getByRole("searchbox", { name: "Search memories" }).fill("deadlock");
        await expect(
          page
            .locator("mark", { hasText: /deadlock/i })
            .filter({ visible: true })
            .first(),
        ).toBeVisible();
      });

      await page.goto("/memories?sort=created_at");
      const list = page.getByRole("region", { name: "Memories", exact: true });
      await expect(rows(page).first()).toBeVisible();
      await within(page, 120_000, "scroll to the 5,000th row", async () => {
        const wanted = list.getByRole("row").and(page.locator("[aria-rowindex='5001']"));
        while ((await wanted.count()) === 0) {
          await list.evaluate((box) => box.scrollTo({ top: Math.min(box.scrollHeight, 5_000 * 44) }));
          await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
        }
        await expect(wanted).toBeVisible();
      });
      await within(page, 10_000, "peek at the 5,000th row", async () => {
        await page.locator("[aria-rowindex='5001'] a[data-row]").click();
        await expect(page.getByRole("complementary")).toBeVisible();
        await expect(page.locator("[aria-rowindex='5001'] a[data-row]")).toHaveAttribute("aria-current", "true");
      });
    },
  );

  largeTest(
    "all 18,000 that match are previewed and tagged as one operation, and come back by one Undo",
    async ({ page, server }) => {
      largeTest.setTimeout(240_000);
      await page.goto("/memories?attribute=preference");
      await page.getByRole("checkbox", { name: "Select the rows that are loaded" }).check();
      const all = bulkBar(page).getByRole("button", { name: /^Select all/ });
      const named = Number(((await all.textContent()) ?? "").replaceAll(/\D/g, ""));
      expect(named).toBeGreaterThan(9_000);
      await all.click();
      await act(page, "Tags…");
      const dialog = page.getByRole("dialog");
      await dialog.getByLabel("Add tags").fill("large");
      const run = dialog.getByRole("button", { name: `Change ${named.toLocaleString("en")}` });
      await expect(run).toBeEnabled();
      await run.click();
      await expect(toast(page).getByText(/The tags of .* memories are changed/)).toBeVisible({ timeout: 90_000 });
      const tagged = () => count(server.home, "SELECT count(*) FROM memory_tags WHERE tag = 'large'");
      expect(tagged()).toBe(named);
      await toast(page).getByRole("button", { name: "Undo" }).click();
      await expect(toast(page).getByText("Undone.")).toBeVisible({ timeout: 90_000 });
      expect(tagged()).toBe(0);
    },
  );
});
