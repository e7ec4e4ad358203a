import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { runInNewContext } from "node:vm";
import { afterAll, beforeAll, expect, it } from "vitest";
import * as source from "../agent";
import { envelope, startGateway, TOKEN } from "./testing";

/** What a page has: nothing of Node.js. */
const WEB = ["AbortController", "Headers", "Response", "TextDecoder", "TextEncoder", "URL", "URLSearchParams", "clearTimeout", "crypto", "fetch", "setTimeout"] as const; // prettier-ignore

/** The build is plain JavaScript, which runs before anything is installed. */
const BUILD = pathToFileURL(join(process.cwd(), "bin", "setup", "sdk.mjs")).href;

let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "keepsake-agent-sdk-"));
  const { buildClients } = (await import(BUILD)) as { buildClients(outdir: string): Promise<void> };
  await buildClients(folder);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it("V27: the built files export the same in both forms, need no package, and ask for files only when they keep some", async () => {
  const esm = (await import(pathToFileURL(join(folder, "agent.mjs")).href)) as typeof source;
  expect(Object.keys(esm).sort()).toEqual(Object.keys(source).sort());
  for (const name of ["agent.mjs", "agent.cjs"]) {
    const text = readFileSync(join(folder, name), "utf8");
    const asked = [...text.matchAll(/\brequire\(|^import [^;]*|\bimport\([^)]*\)|process\.|\bBuffer\./gm)].map(
      ([found]) => found,
    );
    expect([name, asked]).toEqual([name, ['import("node:fs/promises")']]);
  }
});

it("V27: the client works with what a page has, the buffer with what Node.js has", async () => {
  const module = { exports: {} as typeof source };
  const globals = Object.fromEntries(WEB.map((name) => [name, globalThis[name]]));
  runInNewContext(readFileSync(join(folder, "agent.cjs"), "utf8"), { ...globals, module });
  const gateway = await startGateway(envelope({ items: [{ summary: "found" }] }));
  const client = module.exports.createClient({ apiBase: gateway.url, token: TOKEN });
  expect((await module.exports.searchMemory(client, { query: "what" })).memories).toEqual([{ summary: "found" }]);
  const built = (await import(pathToFileURL(join(folder, "agent.mjs")).href)) as typeof source;
  const buffer = built.createToolEventBuffer({ dir: join(folder, "state") });
  await buffer.append("s", { id: "a", name: "Read", input: {}, output: "", at: 1 });
  expect(await buffer.drain("s")).toHaveLength(1);
});
