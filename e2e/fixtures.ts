/** Playwright fixtures: one server a test on a temp data folder, with the real model unless a test says otherwise. */
import { join } from "node:path";
import { expect, test as base } from "@playwright/test";
import { removeHome, type Server, startServer, tempHome } from "./support/server";

export const SAMPLE = join(process.cwd(), "bin", "sample", "claude-code-session.jsonl");

interface Fixtures {
  serverEnv: Record<string, string>;
  server: Server;
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
