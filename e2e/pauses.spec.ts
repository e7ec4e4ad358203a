/** Pausing capture and recall in the console: of one session, of a whole project, and taken back by Undo. */
import type { Locator, Page } from "@playwright/test";
import { expect, test } from "./fixtures";
import { addMemory, hook, promptHook, settled } from "./support/cases";
import type { Server } from "./support/server";
import { query } from "./support/store";

test.use({ serverEnv: { KEEPSAKE_EMBEDDER: "hash" } });

const FACT = "The cart lives in Redis.";
const OTHER = { session_id: "s-other" };

/** A session of the project `app`, and something that its agents are told. */
async function fill(server: Server): Promise<void> {
  await promptHook(server, "Look at the cart");
  await promptHook(server, "Look at the shelf", OTHER);
  await addMemory(server, FACT, "app");
  await settled(server);
}

const prompts = (server: Server): string[] =>
  query<{ text: string }>(server.home, "SELECT text FROM prompts ORDER BY id").map(({ text }) => text);
const start = async (server: Server, more: object = {}): Promise<string> =>
  (await hook(server, { hook_event_name: "SessionStart", source: "startup", ...more })).text();
const switchOf = (page: Page, name: string): Locator => page.getByRole("switch", { name, exact: true });

async function flip(page: Page, name: string, isOn: boolean): Promise<void> {
  await switchOf(page, name).click();
  await expect(switchOf(page, name)).toHaveAttribute("aria-checked", String(isOn));
  await expect(switchOf(page, name)).toBeEnabled();
}

test("a session rests alone: nothing of it is kept or handed to it until it goes on", async ({ page, server }) => {
  await fill(server);
  await page.goto("/session/1");
  const pause = page.getByRole("region", { name: "Pause" });
  await flip(page, "Capture", false);
  await expect(pause).toContainText("what happens meanwhile is not kept");
  await promptHook(server, "WHILE-PAUSED");
  await promptHook(server, "Of the other one", OTHER);
  expect(prompts(server)).toEqual(["Look at the cart", "Look at the shelf", "Of the other one"]);

  await flip(page, "Recall", false);
  expect(await start(server)).not.toContain(FACT);
  expect(await start(server, OTHER)).toContain(FACT);

  await page.reload();
  await expect(switchOf(page, "Capture")).toHaveAttribute("aria-checked", "false");
  await flip(page, "Capture", true);
  await flip(page, "Recall", true);
  await promptHook(server, "And on");
  expect(prompts(server)).toEqual(["Look at the cart", "Look at the shelf", "Of the other one", "And on"]);
  expect(await start(server)).toContain(FACT);
});

test("a project rests with all of its sessions, and Undo takes that back", async ({ page, server }) => {
  await fill(server);
  const { items } = await server.client.projects();
  const id = items.find(({ name }) => name === "app")?.id ?? 0;
  await page.goto(`/projects/${id}`);
  await flip(page, "Capture", false);
  await flip(page, "Recall", false);
  await promptHook(server, "WHILE-PAUSED", OTHER);
  await promptHook(server, "WHILE-PAUSED", { session_id: "s-new" });
  expect(prompts(server)).toHaveLength(2);
  expect(await start(server, { session_id: "s-late" })).not.toContain(FACT);

  await page.locator("body").click({ position: { x: 5, y: 5 } });
  await page.keyboard.press("Control+z");
  await expect(switchOf(page, "Recall")).toHaveAttribute("aria-checked", "true");
  expect(await start(server, { session_id: "s-late" })).toContain(FACT);
  await page.keyboard.press("Control+z");
  await expect(switchOf(page, "Capture")).toHaveAttribute("aria-checked", "true");
  await promptHook(server, "And on", OTHER);
  expect(prompts(server).at(-1)).toBe("And on");
});
