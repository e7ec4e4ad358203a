/** `npm run bench [-- --quick] [-- --only store|worker|mcp|everme|hook|console|model] [-- --json FILE]`: speed and memory on a deterministic corpus, as a table and as JSON. */
import { writeFileSync } from "node:fs";
import { cpus, totalmem } from "node:os";
import { parseArgs } from "node:util";
import { seedMemories } from "../e2e/support/large-store";
import { type Server, removeHome, startServer, tempHome } from "../e2e/support/server";
import { queries } from "./corpus";
import { type Row, timeEach, timesRow, valueRow } from "./measure";
import { table } from "./report";
import { seedHome } from "./seed";
import { benchImport, benchStart, residentMb } from "./suites/process";
import { benchConsole } from "./suites/console";
import { benchEverme } from "./suites/everme";
import { benchHook } from "./suites/hook";
import { benchIngest } from "./suites/ingest";
import { benchMcp } from "./suites/mcp";
import { benchReading } from "./suites/reading";
import { benchTransfer } from "./suites/transfer";
import { benchWorkerCapture, benchWorkerReading } from "./suites/worker";

const FAKE = { KEEPSAKE_EMBEDDER: "hash" };
const { values } = parseArgs({
  options: { quick: { type: "boolean" }, only: { type: "string" }, json: { type: "string" } },
});
const quick = values.quick === true;
const rows: Row[] = [];

/** Runs a part on a server of its own, which ends with it. */
async function onServer(
  home: string,
  env: Record<string, string>,
  part: (server: Server) => Promise<Row[]>,
): Promise<void> {
  const server = await startServer({ home, env });
  try {
    rows.push(...(await part(server)));
  } finally {
    await server.stop();
  }
}

async function onHome(part: (home: string) => Promise<void>): Promise<void> {
  const home = tempHome();
  try {
    await part(home);
  } finally {
    removeHome(home);
  }
}

const say = (text: string): void => console.error(text);

async function benchStore(): Promise<void> {
  say("empty store …");
  await onHome(async (home) => {
    await onServer(home, {}, async (server) => [valueRow("resident, idle, empty store", "MB", residentMb(server))]);
    rows.push(...(await benchStart(home, "empty store", {})));
    await onServer(home, {}, async (server) => benchIngest(server, quick ? 2_000 : 20_000));
  });
  for (const size of quick ? [2_000] : [10_000, 100_000]) {
    const label = `${size.toLocaleString("en")} rows`;
    say(`${label} …`);
    await onHome(async (home) => {
      await seedHome(home, size);
      rows.push(...(await benchStart(home, label, FAKE)));
      await onServer(home, FAKE, async (server) => {
        const idle = residentMb(server);
        const read = await benchReading(server, label, quick ? 40 : 200);
        return [
          valueRow(`resident, idle, ${label}`, "MB", idle),
          ...read,
          valueRow(`resident after these searches, ${label}, without the model`, "MB", residentMb(server)),
        ];
      });
    });
  }
  const real = process.env.KEEPSAKE_REAL_TRANSCRIPTS;
  if (real !== undefined) await onHome((home) => onServer(home, {}, (server) => benchImport(server, real)));
}

async function benchWorker(): Promise<void> {
  const observations = quick ? 2_000 : 20_000;
  say("the worker API …");
  await onHome((home) => onServer(home, FAKE, (server) => benchWorkerCapture(server, quick ? 300 : 2_000)));
  await onHome(async (home) => {
    await seedHome(home, observations, { memoryShare: null });
    await onServer(home, FAKE, (server) => benchWorkerReading(server, observations, quick ? 40 : 200));
  });
  say("moving in and out …");
  await onHome((home) => onServer(home, FAKE, (server) => benchTransfer(server, observations)));
}

async function benchAgents(): Promise<void> {
  const size = quick ? 2_000 : 10_000;
  say("agents by MCP …");
  await onHome(async (home) => {
    await seedHome(home, size);
    await onServer(home, FAKE, (server) => benchMcp(server, `${size.toLocaleString("en")} rows`, quick ? 40 : 200));
  });
}

async function benchGateway(): Promise<void> {
  say("the EverMe gateway …");
  await onHome((home) =>
    onServer(home, FAKE, (server) => benchEverme(server, quick ? 2_000 : 10_000, quick ? 40 : 200)),
  );
}

async function benchModel(): Promise<void> {
  say("with the model …");
  await onHome(async (home) => {
    await onServer(home, {}, async (server) => {
      await server.client.search({ query: "warm up", mode: "vector" });
      const search = (query: string) => server.client.search({ query, mode: "vector" });
      const times = await timeEach(queries(quick ? 20 : 100), search);
      return [
        timesRow("search by meaning with the model, empty store (the query's embedding)", times),
        valueRow("resident after the first searches with the model", "MB", residentMb(server)),
      ];
    });
  });
}

async function benchHooks(): Promise<void> {
  say("hooks …");
  await onHome((empty) =>
    onHome((home) => onServer(home, FAKE, (server) => benchHook(server, empty, quick ? 10 : 60))),
  );
}

async function benchBrowser(): Promise<void> {
  const size = quick ? 2_000 : 100_000;
  say("the console in a browser …");
  await onHome(async (home) => {
    await seedMemories(home, size);
    await onServer(home, FAKE, (server) =>
      benchConsole(server, `${size.toLocaleString("en")} memories`, quick ? 2 : 10),
    );
  });
}

const PARTS = {
  store: benchStore,
  worker: benchWorker,
  mcp: benchAgents,
  everme: benchGateway,
  hook: benchHooks,
  console: benchBrowser,
  model: benchModel,
};
for (const [name, part] of Object.entries(PARTS)) if (values.only === undefined || values.only === name) await part();
if (rows.length === 0) throw new Error(`--only takes one of: ${Object.keys(PARTS).join(", ")}`);

console.log(
  `${cpus().length} × ${cpus()[0]?.model ?? "unknown"}, ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.versions.node}`,
);
console.log(table(rows));
if (values.json !== undefined) writeFileSync(values.json, JSON.stringify(rows, null, 2));
else console.log(JSON.stringify(rows));
