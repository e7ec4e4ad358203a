import { expect, test } from "./fixtures";
import { leaks } from "./support/cases";
import { act, boxOf, bulkBar, facet, notes, rows, toast, write } from "./support/memory-list";
import { count, query } from "./support/store";
import { until } from "./support/server";

test.use({ serverEnv: { KEEPSAKE_EMBEDDER: "hash" }, viewport: { width: 1440, height: 900 } });

test("rows are selected by box, Shift, x and Ctrl+A, and let go with a word when the filters change", async ({
  page,
  server,
}) => {
  const ids = await write(server, notes(8));
  await page.goto("/memories?sort=created_at&order=asc");
  await expect(rows(page)).toHaveCount(8);
  await boxOf(page, ids[1] ?? 0).check();
  await boxOf(page, ids[4] ?? 0).click({ modifiers: ["Shift"] });
  await expect(bulkBar(page).getByText("4 selected")).toBeVisible();
  await boxOf(page, ids[2] ?? 0).uncheck();
  await expect(bulkBar(page).getByText("3 selected")).toBeVisible();
  await rows(page).nth(6).focus();
  await page.keyboard.press("x");
  await expect(bulkBar(page).getByText("4 selected")).toBeVisible();
  await page.keyboard.press("ControlOrMeta+A");
  await expect(bulkBar(page).getByText("8 selected")).toBeVisible();
  await facet(page, "Attribute")
    .getByRole("link", { name: /Decision/ })
    .click();
  await expect(toast(page).getByText("The 8 selected memories were let go, since the filters changed.")).toBeVisible();
  await expect(bulkBar(page)).toHaveCount(0);
});

test("many are tagged at once after a preview, and one Undo takes it back", async ({ page, server }) => {
  const ids = await write(server, notes(6));
  await page.goto("/memories");
  await page.getByRole("checkbox", { name: "Select the rows that are loaded" }).check();
  await expect(bulkBar(page).getByText("6 selected")).toBeVisible();
  await act(page, "Tags…");
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByRole("button", { name: /^Change/ })).toBeDisabled();
  await dialog.getByLabel("Add tags").fill("reviewed, ops");
  const preview = dialog.getByRole("region", { name: "What will happen" });
  await expect(preview.getByText("6 memories change")).toBeVisible();
  await expect(preview.getByText("reviewed")).toBeVisible();
  await dialog.getByRole("button", { name: "Change 6" }).click();
  await expect(toast(page).getByText("The tags of 6 memories are changed.")).toBeVisible();
  const tagsOf = async (id: number) => (await server.client.memories.get(id)).tags;
  expect(await tagsOf(ids[1] ?? 0)).toBe("cache,reviewed,ops");
  expect(count(server.home, "SELECT count(*) FROM operations WHERE kind = 'memory.tag'")).toBe(1);
  await toast(page).getByRole("button", { name: "Undo" }).click();
  await expect(toast(page).getByText("Undone.")).toBeVisible();
  expect(await tagsOf(ids[1] ?? 0)).toBe("cache");
});

test("all that match are changed, loaded or not; what can't be changed stays selected and says why", async ({
  page,
  server,
}) => {
  const ids = await write(server, notes(4));
  const [first = 0, second = 0] = ids;
  await server.client.memories.archive(first);
  await server.client.memories.archive(second);
  // Another memory takes the first one's key meanwhile.
  await write(server, [
    { key: "shop:list:fact:note_1", value: "another statement that took the key", project: "shop" },
  ]);
  await page.goto("/memories?status=archived");
  await expect(rows(page)).toHaveCount(2);
  await page.getByRole("checkbox", { name: "Select the rows that are loaded" }).check();
  await act(page, "Restore");
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByText("1 memory changes")).toBeVisible();
  await expect(dialog.getByText("Another active memory holds its key")).toBeVisible();
  await dialog.getByRole("button", { name: "Restore 1" }).click();
  await expect(toast(page).getByText("1 memory is restored. 1 stays as it is.")).toBeVisible();
  await expect(rows(page)).toHaveCount(1);
  await expect(boxOf(page, first)).toBeChecked();
  await expect(page.getByText("Key is taken").filter({ visible: true })).toBeVisible();
});

test("one row is let go of all that match: the others are changed, loaded or not", async ({ page, server }) => {
  const ids = await write(server, notes(70));
  const [spared = 0] = ids.slice(-3);
  await page.goto("/memories");
  await page.getByRole("checkbox", { name: "Select the rows that are loaded" }).check();
  await bulkBar(page).getByRole("button", { name: "Select all 70" }).click();
  await expect(bulkBar(page).getByText("70 selected")).toBeVisible();
  await boxOf(page, spared).uncheck();
  await expect(bulkBar(page).getByText("69 selected")).toBeVisible();
  await act(page, "Tags…");
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Add tags").fill("reviewed");
  await expect(dialog.getByText("69 memories change")).toBeVisible();
  await dialog.getByRole("button", { name: "Change 69" }).click();
  await expect(toast(page).getByText("The tags of 69 memories are changed.")).toBeVisible();
  const tagged = "SELECT memory_id AS id FROM memory_tags WHERE tag = 'reviewed' ORDER BY 1";
  expect(query(server.home, tagged)).toEqual(ids.filter((id) => id !== spared).map((id) => ({ id })));
});

test("many are deleted for good behind their number, and the receipt says so", async ({ page, server }) => {
  await write(server, [
    ...notes(3),
    { key: "shop:list:fact:secret_1", value: "the first sentence nobody should find again" },
    { key: "shop:list:fact:secret_2", value: "the second sentence nobody should find again" },
  ]);
  await page.goto("/memories?mode=words&q=nobody");
  await expect(rows(page)).toHaveCount(2);
  await page.getByRole("checkbox", { name: "Select the rows that are loaded" }).check();
  await act(page, "Delete for good…");
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByText("2 memories are removed")).toBeVisible();
  const confirm = dialog.getByRole("button", { name: "Delete 2 for good" });
  await dialog.getByRole("textbox").fill("3");
  await expect(confirm).toBeDisabled();
  await dialog.getByRole("textbox").fill("2");
  await confirm.click();
  await dialog.getByRole("link", { name: "Receipt 1" }).click();
  await expect(page).toHaveURL(/receipt=1/);
  await until(async () => ((await server.client.receipt(1)).status === "complete" ? true : undefined), 90_000);
  expect(leaks(server, "sentence nobody should find again")).toEqual([]);
  expect(query(server.home, "SELECT id FROM memories").length).toBe(3);
});
