import { expect, test } from "./fixtures";
import { hook, settled } from "./support/cases";
import type { Server } from "./support/server";
import { walkLooks } from "./support/views";

test.use({ serverEnv: { KEEPSAKE_EMBEDDER: "hash" } });

/** Two folders with a session each, and an active memory of the same key in both. */
async function fill(server: Server): Promise<void> {
  for (const [name, word] of [
    ["shop", "Redis"],
    ["cart", "Memcached"],
  ] as const) {
    const where = { session_id: `s-${name}`, cwd: `/w/${name}` };
    await hook(server, { ...where, hook_event_name: "UserPromptSubmit", prompt: `We look at ${name}.` });
    await hook(server, { ...where, hook_event_name: "Stop", last_assistant_message: "Noted." });
    await server.client.memories.create({
      key: "shop:cache:decision:store",
      value: `The cache of the shop is ${word}`,
      project: name,
    });
  }
  await settled(server);
}

const idOf = async (server: Server, name: string): Promise<number> =>
  (await server.client.projects()).items.find((project) => project.name === name)?.id ?? 0;

test("a project is renamed, set, given a name, and each is undone by key", async ({ page, server }) => {
  await fill(server);
  await page.goto("/projects");
  await page.locator("a[data-row]").filter({ hasText: "shop" }).first().press("Enter");
  await expect(page).toHaveURL(/\/projects\/\d+$/);
  const id = await idOf(server, "shop");
  await page.getByLabel("Name", { exact: true }).fill("Laden 店");
  await page.keyboard.press("Enter");
  await expect(page.getByText("Renamed.")).toBeVisible();
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Laden 店");
  await page.getByRole("radio", { name: /Ask before injecting/ }).press("Space");
  await expect(page.getByText("Mode set: Ask before injecting.")).toBeVisible();
  await page.getByLabel("Another name").fill("store");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("button", { name: "Remove the name store" })).toBeVisible();
  const read = async () => {
    const { name, mode, aliases } = (await server.client.projects()).items.find((one) => one.id === id) ?? {};
    return { name, mode, isStore: aliases?.includes("store") };
  };
  expect(await read()).toEqual({ name: "Laden 店", mode: "ask", isStore: true });
  await page.locator("body").click({ position: { x: 5, y: 5 } });
  for (const expected of [
    { name: "Laden 店", mode: "ask", isStore: false },
    { name: "Laden 店", mode: "auto", isStore: false },
    { name: "shop", mode: "auto", isStore: false },
  ]) {
    await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
    await page.keyboard.press("Control+z");
    await expect.poll(read).toEqual(expected);
  }
});

test("two projects are merged after a look, and come apart again by Undo", async ({ page, server, context }) => {
  await fill(server);
  const [shop, cart] = [await idOf(server, "shop"), await idOf(server, "cart")];
  const other = await context.newPage();
  await other.goto(`/projects/${cart}`);
  await page.goto(`/projects/${cart}`);
  await page.getByRole("button", { name: "Merge into another project" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Into").selectOption({ label: "shop" });
  await expect(dialog).toContainText("1 session, 1 prompt");
  await expect(dialog).toContainText("1 key is held by an active memory on both sides");
  await dialog.getByRole("button", { name: "Merge", exact: true }).click();
  await expect(page).toHaveURL(new RegExp(`/projects/${shop}$`));
  await expect(page.getByText("Merged into “shop”.")).toBeVisible();
  expect((await server.client.projects()).items).toHaveLength(1);
  // The other tab goes along, instead of saying that there is nothing.
  await expect(other).toHaveURL(new RegExp(`/projects/${shop}$`));
  await expect(other.getByRole("heading", { level: 1 })).toContainText("shop");
  await page.getByRole("button", { name: "Undo" }).click();
  await expect.poll(async () => (await server.client.projects()).items.length).toBe(2);
  await page.goto(`/projects/${cart}`);
  await expect(page.getByRole("heading", { level: 1 })).toContainText("cart");
});

test("a merged folder is split off, and memories are moved to all projects", async ({ page, server }) => {
  await fill(server);
  const [shop, cart] = [await idOf(server, "shop"), await idOf(server, "cart")];
  await fetch(`${server.url}/api/projects/${cart}/merge`, {
    method: "POST",
    headers: { "content-type": "application/json", "x-keepsake-client": "cli" },
    body: JSON.stringify({ into: shop }),
  });
  await page.goto(`/projects/${shop}`);
  await page.getByRole("button", { name: "Split a folder off" }).click();
  await page.getByRole("dialog").getByLabel("Folder").selectOption("/w/cart");
  await page.getByRole("dialog").getByRole("button", { name: "Split off" }).click();
  await expect(page.getByText("“cart” is a project of its own.")).toBeVisible();
  await expect(page.getByText("split:/w/cart")).toBeVisible();
  await page.goto(`/projects/${shop}`);
  await page.getByRole("button", { name: "Move memories" }).click();
  await page
    .getByRole("dialog")
    .getByLabel(/Select all/)
    .check();
  await page
    .getByRole("dialog")
    .getByRole("button", { name: /^Move \d/ })
    .click();
  await expect(page.getByText(/memor(?:y|ies) moved\./)).toBeVisible();
  await expect.poll(async () => (await server.client.projects()).items.find(({ id }) => id === shop)?.memories).toBe(0);
});

test("what does not exist says so; search finds by folder", async ({ page, server }) => {
  await page.goto("/projects");
  await expect(page.getByText("No projects yet")).toBeVisible();
  await fill(server);
  await page.goto("/projects/999");
  await expect(page.getByText("There is nothing here")).toBeVisible();
  await page.goto("/projects?q=/w/cart");
  await expect(page.locator("a[data-row]")).toHaveCount(1);
  await page.goto("/projects?q=zebra");
  await expect(page.getByText("No project fits “zebra”.")).toBeVisible();
});

test("a project has its own budget and block, each undone; and it is deleted for good by its name", async ({
  page,
  server,
}) => {
  await fill(server);
  const id = await idOf(server, "shop");
  await page.goto(`/projects/${id}`);
  await page.getByLabel("Tokens a day for language models").fill("5000");
  await page.keyboard.press("Enter");
  await expect(page.getByText("At most 5,000 tokens a day.")).toBeVisible();
  await expect(page.getByRole("meter", { name: "Today" })).toBeVisible();
  await page.getByLabel("Characters of the injected block").fill("4000");
  await page.keyboard.press("Enter");
  await expect(page.getByText("The block has at most 4,000 characters.")).toBeVisible();
  const read = async () => {
    const { llm_daily_tokens: tokens, inject_max_chars: chars } = await server.client.project(id);
    return [tokens, chars];
  };
  expect(await read()).toEqual([5000, 4000]);
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  await page.keyboard.press("Control+z");
  await expect.poll(read).toEqual([5000, null]);
  await page.getByRole("button", { name: "Delete this project for good …" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("textbox").fill("sho");
  await expect(dialog.getByRole("button", { name: "Delete for good" })).toBeDisabled();
  await dialog.getByRole("textbox").fill("shop");
  await dialog.getByRole("button", { name: "Delete for good" }).click();
  await expect(page).toHaveURL(/receipt=1/);
  await expect(page.getByText("Gone. No file of the data folder holds the text.")).toBeVisible({ timeout: 90_000 });
  expect(await idOf(server, "shop")).toBe(0);
  expect(await idOf(server, "cart")).toBeGreaterThan(0);
});

test("both themes, phone and desktop, both languages: no violation, nothing sideways", async ({ page, server }) => {
  test.setTimeout(240_000);
  await fill(server);
  const id = await idOf(server, "shop");
  await walkLooks(page, server, ["/projects", `/projects/${id}`], [1280, 360]);
});
