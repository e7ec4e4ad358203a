/** Every view of the console, a store that fills each of them, and what each must hold in any theme, width and language. */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import AxeBuilder from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";
import { createClient } from "../../lib/client";
import { addMemory, promptHook, settled, toolHook } from "./cases";
import type { Server } from "./server";

/** Name of the picture, and the address. */
export const VIEWS = [
  ["overview", "/"],
  ["memories", "/memories"],
  ["memories-cards", "/memories?as=cards"],
  ["memories-peek", "/memories?peek=1"],
  ["memories-none", "/memories?q=zebra&mode=text"],
  ["memory", "/memories/1"],
  ["timeline", "/timeline"],
  ["timeline-all", "/timeline?as=all"],
  ["session", "/session/1"],
  ["search-empty", "/search"],
  ["search", "/search?q=部署"],
  ["search-compare", "/search?q=部署&compare=words,meaning"],
  ["search-none", "/search?q=zebra&mode=fts"],
  ["review", "/review"],
  ["playground", "/playground?project=yuedu"],
  ["injections", "/injections"],
  ["injections-peek", "/injections?peek=1"],
  ["projects", "/projects"],
  ["project", "/projects/1"],
  ["activity", "/activity"],
  ["health", "/health"],
  ["settings", "/settings"],
  ["first-run", "/settings?first"],
  ["observation", "/observation/1"],
  ["not-found", "/nowhere"],
] as const;

const LONG = "x".repeat(500);

/** Prompts and tool uses, long and hostile texts, two statements that contradict each other, and a block that was sent. */
export async function fillViews(server: Server): Promise<void> {
  await promptHook(
    server,
    "帮我看一下部署脚本。We settle on Redis for the cart cache because sessions must survive a deploy.",
  );
  await toolHook(server, `output ${LONG}`, { tool_input: { command: `cat ${LONG}` }, tool_use_id: "t1" });
  await addMemory(server, `a path without a break: /srv/${LONG.slice(0, 440)}`);
  await addMemory(server, '<img src=x onerror="alert(1)"><script>alert(2)</script> is only text');
  await addMemory(server, "formats json \u202Egnp.exe and a hidden\u200B mark");
  await addMemory(server, "שלום: build 3 failed, see app/ملف.ts");
  const id = await addMemory(server, "部署之前先跑完整的测试，再看一遍日志。");
  await server.client.memories.archive(id);
  await server.client.memories.restore(id);
  await contradict(server);
  const block = await fetch(`${server.url}/api/context/inject?project=yuedu&host=claude-code&session=pictures`);
  expect(block.status).toBe(200);
  await settled(server);
}

/** An agent writes two values under one key: the second waits for a person. Answers the id of the first. */
export async function contradict(server: Server): Promise<number> {
  const agent = createClient(server.url);
  const claim = { key: "yuedu:db:decision:main", project: "yuedu" };
  const first = await agent.memories.create({ ...claim, value: "数据库决定用 PostgreSQL 15，缓存用 Redis" });
  const second = await agent.memories.create({ ...claim, value: "数据库还是换成 MySQL 8 吧，服务器上只有 MySQL" });
  expect(second.status).toBe("conflict");
  return first.id;
}

/** CSS pixels by which the page scrolls sideways; 0 or less = it does not. */
export const sideways = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

/** What axe finds on the page, once its title has streamed in: rule and first element. */
export async function violations(page: Page): Promise<string[]> {
  await page.locator("h1").first().waitFor({ state: "attached" });
  const found = await new AxeBuilder({ page }).analyze();
  return found.violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html ?? ""}`);
}

/** U01 and axe on some addresses, in both languages, both themes and these widths. */
export async function walkLooks(page: Page, server: Server, views: string[], widths: number[]): Promise<void> {
  for (const locale of ["en", "zh"]) {
    await page.context().addCookies([{ name: "keepsake-locale", value: locale, url: server.url }]);
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
      for (const width of widths) {
        await page.setViewportSize({ width, height: 800 });
        for (const view of views) {
          const about = `${view} ${colorScheme} ${width} ${locale}`;
          await page.goto(view);
          await expect(page.getByRole("main")).toBeVisible();
          expect(await sideways(page), about).toBeLessThanOrEqual(0);
          expect(await violations(page), about).toEqual([]);
        }
      }
    }
  }
}

/**
 * U01 and axe in both themes, and a picture of each in `test-results/pictures/`: an artefact of the run, for a person to
 * look at.
 */
export async function checkLooks(page: Page, name: string, language: string): Promise<void> {
  const width = page.viewportSize()?.width ?? 0;
  expect(await sideways(page), `${name} at ${width}`).toBeLessThanOrEqual(0);
  for (const colorScheme of ["dark", "light"] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    await keepPicture(page, `${name}-${language}-${colorScheme}-${width}`);
    expect(await violations(page), `${name} ${language} ${colorScheme} ${width}`).toEqual([]);
  }
}

async function keepPicture(page: Page, name: string): Promise<void> {
  const folder = join(process.cwd(), "test-results", "pictures");
  mkdirSync(folder, { recursive: true });
  await page.screenshot({ path: join(folder, `${name}.png`), animations: "disabled" });
}
