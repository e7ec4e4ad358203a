/** Uses the packed client as another program does: from ESM and CommonJS against the started server, and in TypeScript. */
import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "../setup/paths.mjs";

const PROGRAM = `
const client = new WorkerClient(Number(process.argv[2]));
const run = async () => {
  if (!(await client.isHealthy())) throw new Error("the server does not answer");
  // The sample is still being read when the server is ready.
  const found = await retryWithBackoff(async () => {
    const { prompts, events, observations } = await client.search({ query: "coupon", mode: "fts" });
    const hits = [...prompts, ...events, ...observations];
    if (hits.length === 0) throw new Error("the sample is not found");
    return hits;
  }, 8);
  const { worker } = await client.getStats();
  const stream = client.connectSSE((event) => {
    if (event.type !== "connected") return;
    stream.close();
    console.log(JSON.stringify({ found: found.length, version: worker.version }));
  });
  await stream.closed;
};
run().catch((error) => {
  console.error(error);
  process.exitCode = 1;
});
`;

/** What is wrong in it must be refused: the types are the contract's. */
const TYPED = `
import { createClient, EvermeError, saveAgentMemory, type SaveAgentMemoryResult } from "keepsake/agent-sdk";
const gateway = createClient({ apiBase: "http://127.0.0.1:37777", token: "" });
export const saved: Promise<SaveAgentMemoryResult | null> = saveAgentMemory(gateway, { conversationId: "s", messages: [] });
export const kind: "auth" | "timeout" | "upstream" = new EvermeError({ message: "no" }).type;
// @ts-expect-error -- a conversation has an id
export const unnamed = saveAgentMemory(gateway, { messages: [] });
import { type ObservationRow, WorkerClient, type WorkerEvent } from "keepsake/worker-client";
const client = new WorkerClient();
export const row: Promise<ObservationRow> = client.getObservationById(1);
export const stream = client.connectSSE((event: WorkerEvent) => {
  if (event.type === "summary_created") {
    const text: string = event.summary.summary_text;
    // @ts-expect-error -- a text is no number
    const wrong: number = text;
  }
});
// @ts-expect-error -- an id is a number
export const refused = client.getObservationById("1");
`;

/** `place` has the package installed; throws a sentence when something does not work. */
export function checkClient(place, url) {
  const { port } = new URL(url);
  const programs = {
    "client.mjs": `import { retryWithBackoff, WorkerClient } from "keepsake/worker-client";\n${PROGRAM}`,
    "client.cjs": `const { retryWithBackoff, WorkerClient } = require("keepsake/worker-client");\n${PROGRAM}`,
  };
  for (const [name, program] of Object.entries(programs)) {
    writeFileSync(join(place, name), program);
    const { status, stdout, stderr } = spawnSync(process.execPath, [name, port], {
      cwd: place,
      encoding: "utf8",
      timeout: 60_000,
    });
    if (status !== 0) throw new Error(`${name} ended with ${status}: ${stderr}`);
    const said = JSON.parse(stdout);
    if (said.found === 0 || typeof said.version !== "string") throw new Error(`${name} said ${stdout}`);
  }
  checkTypes(place);
}

/** As modules of both kinds, and both ways in which TypeScript looks for a package's types. */
function checkTypes(place) {
  writeFileSync(join(place, "typed.mts"), TYPED);
  writeFileSync(join(place, "typed.cts"), TYPED);
  for (const [moduleResolution, module] of [
    ["node16", "node16"],
    ["bundler", "esnext"],
  ]) {
    const compilerOptions = {
      noEmit: true,
      strict: true,
      target: "es2022",
      lib: ["es2022", "dom"],
      types: [],
      // Our own declarations are to be right, not only those of who uses them.
      skipLibCheck: false,
      moduleResolution,
      module,
    };
    writeFileSync(join(place, "tsconfig.json"), JSON.stringify({ compilerOptions, files: ["typed.mts", "typed.cts"] }));
    const tsc = join(ROOT, "node_modules", "typescript", "bin", "tsc");
    const { status, stdout } = spawnSync(process.execPath, [tsc, "-p", place], { cwd: place, encoding: "utf8" });
    if (status !== 0) throw new Error(`the packed types do not resolve (${moduleResolution}): ${stdout}`);
  }
}
