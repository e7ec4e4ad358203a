import { gzipSync } from "node:zlib";
import type { Browser } from "@playwright/test";
import { expect, test } from "./fixtures";
import { until } from "./support/server";
import { fillViews, VIEWS } from "./support/views";

test.use({ serverEnv: { KEEPSAKE_EMBEDDER: "hash" } });

/** Compressed bytes of script that the first load of a view may fetch. */
const BUDGET = 300_000;
/** So long without another script, and the page has what it wanted. */
const QUIET_MS = 1500;

/** Gzipped sizes of all scripts that a browser with an empty cache fetches for the view, what is fetched ahead for others included. */
async function scriptsOf(browser: Browser, url: string): Promise<Map<string, number>> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  const sizes = new Map<string, number>();
  let last = Date.now();
  let open = 0;
  page.on("request", (request) => {
    if (request.resourceType() !== "script") return;
    open += 1;
    last = Date.now();
  });
  page.on("response", (response) => {
    if (response.request().resourceType() !== "script") return;
    void response
      .body()
      .then((body) => sizes.set(new URL(response.url()).pathname, gzipSync(body).length))
      .finally(() => {
        open -= 1;
        last = Date.now();
      });
  });
  await page.goto(url);
  await expect(page.getByRole("main")).toBeVisible();
  await until(() => (open === 0 && Date.now() - last > QUIET_MS ? true : undefined), 30_000);
  await context.close();
  return sizes;
}

test("the first load of every view fetches at most 300 KB of compressed script", async ({ browser, server }) => {
  test.setTimeout(600_000);
  await fillViews(server);
  const rows: { view: string; bytes: number; files: number }[] = [];
  for (const [view, path] of VIEWS) {
    const sizes = await scriptsOf(browser, server.url + path);
    rows.push({ view, bytes: [...sizes.values()].reduce((sum, size) => sum + size, 0), files: sizes.size });
  }
  const table = rows.map(
    ({ view, bytes, files }) => `${String(bytes).padStart(8)}  ${String(files).padStart(3)}  ${view}`,
  );
  console.log(["compressed bytes of script, files, view", ...table].join("\n"));
  expect(rows.every(({ files }) => files > 3)).toBe(true);
  expect(rows.filter(({ bytes }) => bytes > BUDGET)).toEqual([]);
});
