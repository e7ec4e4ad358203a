/** Playwright fixtures: one server a test on a temp data folder, with the real model unless a test says otherwise. */
import { join } from "node:path";
import { expect, type Page, test as base } from "@playwright/test";
import { removeHome, type Server, startServer, tempHome } from "./support/server";

export const SAMPLE = join(process.cwd(), "bin", "sample", "claude-code-session.jsonl");

interface Fixtures {
  serverEnv: Record<string, string>;
  server: Server;
}

/**
 * A load ends here when the streamed parts stand in their places and every control answers: what is pressed
 * before that is lost, and a part that is still in its hidden wrapper is found twice.
 */
function settleLoads(page: Page): void {
  const ready = () =>
    page.waitForFunction(
      () =>
        document.querySelector('div[hidden][id^="S:"]') === null &&
        [...document.querySelectorAll("body a[href], body button, body input, body select")].every((control) =>
          Object.keys(control).some((name) => name.startsWith("__react")),
        ),
      undefined,
      { timeout: 30_000 },
    );
  const { goto, reload } = page;
  page.goto = async (...of) => {
    const response = await goto.apply(page, of);
    if (response?.headers()["content-type"]?.startsWith("text/html") === true) await ready();
    return response;
  };
  page.reload = async (...of) => {
    const response = await reload.apply(page, of);
    await ready();
    return response;
  };
}

export const test = base.extend<Fixtures>({
  serverEnv: [{}, { option: true }],
  server: async ({ serverEnv }, use) => {
    const home = tempHome();
    const server = await startServer({ home, env: serverEnv });
    await use(server);
    await server.stop();
    removeHome(home);
  },
  baseURL: async ({ server }, use) => use(server.url),
  context: async ({ context }, use) => {
    context.on("page", settleLoads);
    await use(context);
  },
  page: async ({ page, server }, use) => {
    const outside: string[] = [];
    const broken: string[] = [];
    page.on("request", (request) => {
      if (!request.url().startsWith(server.url) && !/^(data|blob|about):/.test(request.url()))
        outside.push(request.url());
    });
    page.on("pageerror", (error) => broken.push(error.message));
    await use(page);
    expect(outside, "the console loads nothing from outside").toEqual([]);
    expect(broken, "no page throws").toEqual([]);
  },
});

export { expect };
