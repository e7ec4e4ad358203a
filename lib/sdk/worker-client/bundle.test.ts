import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runInNewContext } from "node:vm";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, expect, it } from "vitest";
import * as source from "../worker-client";
import { type FaultyServer, serveFaults, until } from "./testing";

/** What a page has: nothing of Node.js. */
const WEB = [
  "AbortController", "DOMException", "Headers", "Request", "Response", "TextDecoder", "TextEncoder", "URL", "URLSearchParams",
  "clearTimeout", "fetch", "queueMicrotask", "setTimeout",
] as const; // prettier-ignore

/** The build is plain JavaScript, which runs before anything is installed. */
const BUILD = pathToFileURL(join(process.cwd(), "bin", "setup", "sdk.mjs")).href;

let folder: string;
let server: FaultyServer;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "keepsake-sdk-"));
  const { buildClients } = (await import(BUILD)) as { buildClients(outdir: string): Promise<void> };
  await buildClients(folder);
  server = await serveFaults((request, response) => {
    if (request.url === "/stream") {
      response.writeHead(200, { "content-type": "text/event-stream" }).write('data: {"type":"connected"}\n\n');
    } else response.writeHead(200, { "content-type": "application/json" }).end('{"status":"ok"}');
  });
});
afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});

it("M50: the built files export the same in both forms, and need no package and nothing of Node.js", async () => {
  const esm = (await import(pathToFileURL(join(folder, "worker-client.mjs")).href)) as typeof source;
  expect(Object.keys(esm).sort()).toEqual(Object.keys(source).sort());
  for (const name of ["worker-client.mjs", "worker-client.cjs"]) {
    const text = readFileSync(join(folder, name), "utf8");
    expect([name, text.match(/\brequire\(|^import |\bimport\(|node:|process\.|Buffer\b/m)]).toEqual([name, null]);
  }
});

it("M50, M52: the client works with what a page has", async () => {
  const globals = Object.fromEntries(WEB.map((name) => [name, globalThis[name]]));
  const module = { exports: {} as typeof source };
  runInNewContext(readFileSync(join(folder, "worker-client.cjs"), "utf8"), { ...globals, module });
  const client = new module.exports.WorkerClient(server.port);
  expect(await client.isHealthy()).toBe(true);
  const types: string[] = [];
  const stream = client.connectSSE(({ type }) => types.push(type), { onError: () => undefined });
  await until(() => types.length === 1);
  stream.close();
  await stream.closed;
  expect(types).toEqual(["connected"]);
});
