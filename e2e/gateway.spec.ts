/** Keys of the EverMe gateway as a person makes and ends them, and what a program does with one. */
import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures";
import type { Server } from "./support/server";
import { sideways, violations, walkLooks } from "./support/views";

test.use({ serverEnv: { KEEPSAKE_EMBEDDER: "hash" } });

const panel = (page: Page) => page.locator("#gateway");
const keys = (page: Page) => panel(page).getByRole("list", { name: "Keys" }).getByRole("listitem");
const shownKey = (page: Page) => panel(page).getByRole("status").locator("pre");

async function post(server: Server, key: string, address: string, body: object) {
  const response = await fetch(`${server.url}/api/v1/mem/${address}`, {
    method: "POST",
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  return { http: response.status, ...((await response.json()) as { status: number; result: Record<string, unknown> }) };
}

const said = (text: string) => ({
  conversationId: "c-1",
  messages: [
    { role: "user", content: text },
    { role: "assistant", content: "Noted.", turnComplete: true },
  ],
  flush: true,
});

/** The one that is made now: the key before it is shown until then. */
async function makeKey(page: Page, agent: string): Promise<string> {
  const [before = "none"] = await shownKey(page).allTextContents();
  await panel(page).getByRole("textbox", { name: "Agent" }).fill(agent);
  await panel(page).getByRole("button", { name: "Make a key" }).click();
  await expect(shownKey(page)).not.toHaveText(before);
  await expect(shownKey(page)).toHaveText(/^(?:evt|emk)_[0-9a-f]{32}$/);
  return (await shownKey(page).textContent()) ?? "";
}

test("V12, V13: a key is made and shown once, a program writes with it, the console shows what it wrote, and revoked it opens nothing", async ({
  page,
  server,
}) => {
  await page.goto("/settings");
  const key = await makeKey(page, "laptop");
  expect(key).toMatch(/^evt_/);
  await expect(keys(page)).toHaveCount(1);
  await expect(keys(page).first()).toContainText(key.slice(0, 8));
  await expect(keys(page).first()).toContainText("never used");
  expect(await violations(page)).toEqual([]);

  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await panel(page).getByRole("status").getByRole("button", { name: "New key" }).click();
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(key);

  const saved = await post(
    server,
    key,
    "agent-memory",
    said("We decided to keep every invoice in the ledger of the depot."),
  );
  expect([saved.http, saved.status, saved.result["status"]]).toEqual([200, 0, "extracted"]);
  // It is shown this once.
  await page.reload();
  await expect(shownKey(page)).toHaveCount(0);
  await expect(panel(page)).not.toContainText(key);
  await expect(keys(page).first()).toContainText("last used");

  await page.goto("/search?q=invoice%20ledger");
  await expect(page.getByRole("main")).toContainText("keep every invoice in the ledger");
  await page.goto("/projects");
  await expect(page.getByRole("main")).toContainText("EverMe");

  await page.goto("/settings");
  await keys(page)
    .first()
    .getByRole("button", { name: /Revoke the key/ })
    .click();
  await page.getByRole("dialog").getByRole("button", { name: "Revoke" }).click();
  await expect(panel(page)).toContainText("There are no keys yet.");
  const refused = await post(server, key, "search", { query: "invoice" });
  expect([refused.http, refused.status]).toEqual([401, 30301]);
});

test("V12: a replaced key gives its rights to the new one; a further account is named in the console, and no other key sees it", async ({
  page,
  server,
}) => {
  await page.goto("/settings");
  const yours = await makeKey(page, "");
  expect(yours).toMatch(/^emk_/);
  await panel(page).getByRole("textbox", { name: "Name of a further account" }).fill("amber");
  await panel(page).getByRole("button", { name: "Add account" }).click();
  const account = panel(page).getByRole("combobox", { name: "Account" });
  await account.selectOption("amber");
  const first = await makeKey(page, "bot");
  await expect(keys(page)).toHaveCount(2);
  await expect(keys(page).first()).toContainText("amber");
  await keys(page)
    .first()
    .getByRole("button", { name: /Replace the key/ })
    .click();
  await page.getByRole("dialog").getByRole("button", { name: "Replace" }).click();
  await expect(shownKey(page)).not.toHaveText(first);
  await expect(shownKey(page)).toHaveText(/^evt_[0-9a-f]{32}$/);
  const key = (await shownKey(page).textContent()) ?? "";
  expect((await post(server, first, "search", { query: "x" })).status).toBe(30301);
  expect((await post(server, key, "agent-memory", said("Amber keeps the zyxquartz list in a drawer."))).status).toBe(0);
  const found = async (by: string) => JSON.stringify((await post(server, by, "search", { query: "zyxquartz" })).result);
  expect(await found(key)).toContain("zyxquartz list");
  expect(await found(yours)).not.toContain("zyxquartz");

  await page.goto("/search?q=zyxquartz");
  await expect(page.getByRole("main")).toContainText("zyxquartz list");
  await expect(page.getByRole("main")).toContainText("EverMe amber");
});

test("U01: keys in Chinese and English, both themes, phone and desktop: nothing scrolls sideways, no axe violations", async ({
  page,
  server,
}) => {
  await page.goto("/settings");
  await makeKey(page, "a-name-of-an-agent-that-is-as-long-as-names-of-agents-may-be-64");
  await panel(page).getByRole("textbox", { name: "Name of a further account" }).fill("琥珀账户");
  await panel(page).getByRole("button", { name: "Add account" }).click();
  await panel(page).getByRole("combobox", { name: "Account" }).selectOption("琥珀账户");
  await makeKey(page, "");
  await page.setViewportSize({ width: 390, height: 800 });
  expect(await sideways(page)).toBeLessThanOrEqual(0);
  await walkLooks(page, server, ["/settings?q=EverMe"], [390, 1280]);
});
