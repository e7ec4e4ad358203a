import { readFileSync } from "node:fs";
import { expect, SAMPLE, test } from "./fixtures";
import { leaks, settled } from "./support/cases";
import { launch, until } from "./support/server";

const DECISION = "integer cents everywhere in the cart service";
const EDITED = "We settle on integer cents everywhere in the cart service; floats are never used for money.";

test("first run, example, see, search, edit, undo, delete for good, inject", async ({ page, server }) => {
  // While a page streams in, its rows stand twice for a moment: hidden where they arrive, shown where they belong.
  const row = (text: string) => page.locator("a[data-row]", { hasText: text }).filter({ visible: true }).first();
  await test.step("first run: the example, taken out again and brought back", async () => {
    await page.goto("/");
    await expect(page.getByRole("heading", { name: "Nothing has come in yet" })).toBeVisible();
    const load = page.getByRole("button", { name: "Load the example" });
    await load.click();
    await expect(page.getByText("The example session is here.")).toBeVisible();
    await page
      .getByRole("region", { name: /Notifications/ })
      .getByRole("button", { name: "Undo" })
      .click();
    await expect(page.getByText("Undone.")).toBeVisible();
    await expect(load).toBeEnabled();
    await load.click();
    await expect(page.getByRole("link", { name: /Coupon rounding in the cart service/ }).first()).toBeVisible();
  });
  const again = launch(["import", SAMPLE], server.home);
  expect(await again.ended).toBe(0);
  expect(again.output()).toContain("Read 1 transcript");
  expect(again.output()).toMatch(/\b0 stored\b/);
  await settled(server, 90_000);

  await test.step("see the session as it happened", async () => {
    await page.goto("/timeline");
    const session = page.getByRole("link", { name: /Coupon rounding in the cart service/ });
    await expect(session).toBeVisible();
    await session.click();
    await expect(page.getByText("以后提交信息请用英文写。").first()).toBeVisible();
    await expect(page.getByText("feature/coupons").first()).toBeVisible();
    await expect(page.getByText("src/coupons/apply.ts").filter({ visible: true }).first()).toBeVisible();
  });

  await test.step("search by words, Chinese too", async () => {
    await page.goto("/search");
    const box = page.getByRole("searchbox").first();
    await box.fill("部署");
    await box.press("Enter");
    await expect(page.locator("mark", { hasText: "部署" }).first()).toBeVisible();
    await expect(page).toHaveURL(/%E9%83%A8%E7%BD%B2/);
  });

  await test.step("search by meaning: a paraphrase that shares no word", async () => {
    const paraphrase = "prices stored as whole numbers";
    const words = await server.client.search({ query: paraphrase, mode: "fts", type: "memories" });
    expect(words.memories.filter((hit) => hit.preview.includes(DECISION))).toEqual([]);
    const meaning = await server.client.search({ query: paraphrase, mode: "vector", type: "memories" });
    expect(meaning.degraded).toBeNull();
    expect(meaning.memories[0]?.preview).toContain(DECISION);
  });

  const before = await server.client.injectText({ project: "cart-service" });
  expect(before).toContain(DECISION);

  await test.step("edit beside the list, and undo", async () => {
    await page.goto("/memories");
    await row(DECISION).click();
    await expect(page).toHaveURL(/peek=\d+/);
    const panel = page
      .getByRole("complementary")
      .or(page.getByRole("region", { name: /Memory \d+/ }))
      .last();
    await panel.getByRole("button", { name: "Edit" }).click();
    await page.getByLabel("Statement").fill(EDITED);
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await expect(page.getByText("Saved.")).toBeVisible();
    await expect(row("floats are never used")).toBeVisible();
    await page.keyboard.press("Control+z");
    await expect(row("no floats for money")).toBeVisible();
  });

  await test.step("archive takes it out of the block, restore brings it back", async () => {
    await page.getByRole("button", { name: "Archive", exact: true }).first().click();
    await expect(page.getByText("Archived.").first()).toBeVisible();
    await until(async () =>
      (await server.client.injectText({ project: "cart-service" })).includes(DECISION) ? undefined : true,
    );
    await page.getByRole("button", { name: "Restore", exact: true }).first().click();
    await expect(page.getByText("Restored.").first()).toBeVisible();
    expect(await server.client.injectText({ project: "cart-service" })).toContain(DECISION);
  });

  await test.step("delete for good behind a typed word, until no file holds it", async () => {
    await page.getByRole("button", { name: "Delete for good…" }).first().click();
    const dialog = page.getByRole("dialog");
    const confirm = dialog.getByRole("button", { name: "Delete for good" });
    await expect(confirm).toBeDisabled();
    await dialog.getByRole("textbox").fill("delete");
    await confirm.click();
    await expect(page).toHaveURL(/receipt=1/);
    await until(async () => ((await server.client.receipt(1)).status === "complete" ? true : undefined), 90_000);
    await expect(page.getByText("Gone. No file of the data folder holds the text.")).toBeVisible();
    expect(leaks(server, DECISION)).toEqual([]);
    expect(readFileSync(SAMPLE, "utf8")).toContain(DECISION);
  });

  const after = await server.client.injectText({ project: "cart-service" });
  expect(after).not.toContain(DECISION);
  expect(after).toContain("Always run the unit tests");
});
