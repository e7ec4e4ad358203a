import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures";
import { addMemory } from "./support/cases";
import { checkLooks, fillViews, VIEWS } from "./support/views";

test.use({ serverEnv: { KEEPSAKE_EMBEDDER: "hash" } });

/** Names, units and words of the contract, which stay what they are in every language. */
const NAMES =
  /Keepsake|Claude Code|claude-code|KEEPSAKE_LLM_PROVIDER|llm_credentials\.json|JSON|GMT|UTC|kB|MB|GB|pinned|normal|reference|zebra|alt\+T|tokens?\b/g;

/** What the store of the test holds, where a title or a label repeats it. */
const STORED =
  /note_\d|yuedu|x{40}|cat deploy|MySQL|PostgreSQL|Redis|formats json|build 3 failed|is only text|claude-code|\/w\/app|s-1\b|pictures/;

/** A sentence or a label; names, keys and settings' values stay what they are in every language. */
function isEnglish(text: string): boolean {
  if (/\p{Script=Han}/u.test(text)) return false;
  const rest = text.replaceAll(NAMES, "").trim();
  return /[A-Za-z]{2,} [a-z]{2,}/.test(rest) || /^[A-Z][a-z]+$/.test(rest);
}

/** Latin words that a person reads or hears on the page, without stored text, code and what is in its own language. */
const latinWords = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const apart = "script, style, bdi, code, pre, kbd, [lang]:not(html)";
    const said: string[] = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      if (node.parentElement?.closest(apart) === null) said.push(node.textContent ?? "");
    }
    for (const element of document.querySelectorAll("[aria-label], [title], [placeholder], [aria-valuetext]")) {
      for (const name of ["aria-label", "title", "placeholder", "aria-valuetext"]) {
        if (!element.matches("bdi, code")) said.push(element.getAttribute(name) ?? "");
      }
    }
    return [...new Set(said.map((text) => text.trim()))].filter((text) => /[A-Za-z]{2}/.test(text));
  });

test.describe("in a browser that asks for Chinese", () => {
  test.use({ locale: "zh-CN" });

  test("every view speaks 中文, fits a phone, and has no axe violations", async ({ page, server }) => {
    test.setTimeout(600_000);
    await fillViews(server);
    for (const [width, height] of [
      [1280, 900],
      [390, 844],
    ] as const) {
      await page.setViewportSize({ width, height });
      for (const [name, view] of VIEWS) {
        await page.goto(view);
        await expect(page.getByRole("main")).toBeVisible();
        await expect(page.locator("html")).toHaveAttribute("lang", "zh-CN");
        const english = (await latinWords(page)).filter((text) => !STORED.test(text) && isEnglish(text));
        // Titles of operations name memories by their text only in `bdi`; what is left would be ours.
        expect.soft(english, `${view} at ${width}`).toEqual([]);
        await checkLooks(page, name, "zh");
      }
    }
  });

  test("what is done is said in 中文, and undone", async ({ page, server }) => {
    const id = await addMemory(server, "部署之前先跑完整的测试，再看一遍日志。");
    await page.goto(`/memories/${id}`);
    await page.getByRole("button", { name: "归档" }).click();
    await expect(page.getByText("已归档，不再注入。")).toBeVisible();
    await page.getByRole("region", { name: /通知/ }).getByRole("button", { name: "撤销" }).click();
    await expect(page.getByText("已撤销。")).toBeVisible();
    expect((await server.client.memories.get(id)).status).toBe("active");
    await page.getByRole("button", { name: "编辑" }).click();
    await page.getByLabel("内容").fill("短");
    await expect(page.getByText("至少 10 个字符。")).toBeVisible();
    await page.getByRole("button", { name: "取消" }).click();
    await page.getByRole("button", { name: "永久删除…" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("textbox").fill("delete");
    await expect(dialog.getByRole("button", { name: "永久删除" })).toBeDisabled();
    await dialog.getByRole("textbox").fill("删除");
    await dialog.getByRole("button", { name: "永久删除" }).click();
    await expect(page.getByText("已清除。数据文件夹里没有任何文件还留有这段文字。")).toBeVisible({ timeout: 60_000 });
  });
});

test("the language is switched in the menu and in the palette, holds after a reload and in other tabs", async ({
  page,
  server,
  context,
}) => {
  await addMemory(server, "the only memory of this store");
  await page.goto("/memories");
  const html = page.locator("html");
  await expect(html).toHaveAttribute("lang", "en");
  await expect(page).toHaveTitle("Memories · Keepsake");
  await page.getByRole("navigation", { name: "Views" }).getByRole("button", { name: "More" }).click();
  await page.getByRole("menuitemradio", { name: "中文" }).click();
  await expect(html).toHaveAttribute("lang", "zh-CN");
  await expect(page.getByRole("heading", { name: "记忆", level: 1 })).toBeVisible();
  await expect(page).toHaveTitle("记忆 · Keepsake");
  // The address holds the view, not the language.
  await expect(page).toHaveURL(`${server.url}/memories`);
  await page.reload();
  await expect(html).toHaveAttribute("lang", "zh-CN");
  const other = await context.newPage();
  await other.goto("/health");
  await expect(other.getByRole("heading", { name: "运行状况", level: 1 })).toBeVisible();

  await page.keyboard.press("Control+k");
  await page.getByPlaceholder("跳到某个视图、查找记忆，或粘贴编号…").fill("English");
  await page.getByRole("option", { name: "语言：English" }).click();
  await expect(html).toHaveAttribute("lang", "en");
  await expect(page.getByRole("heading", { name: "Memories", level: 1 })).toBeVisible();
});

test("a cookie that names no language of ours is as good as none", async ({ page, server, context }) => {
  await context.addCookies([{ name: "keepsake-locale", value: "xx", url: server.url }]);
  await page.goto("/");
  await expect(page.locator("html")).toHaveAttribute("lang", "en");
});
