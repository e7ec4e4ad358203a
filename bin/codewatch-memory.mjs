#!/usr/bin/env node
/** `codewatch-memory …`: the documented command lines of that program, run by ours. Prepared like `keepsake` where it can wait. */
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";

const program = new URL("../dist/index.js", import.meta.url);
if (!existsSync(program) && process.argv.includes("--setup")) {
  const { prepare } = await import("./setup/prepare.mjs");
  await prepare();
}
if (existsSync(program)) await import(program.href);
else {
  // An agent waits: nothing is installed or built while it does.
  const folder = fileURLToPath(new URL("../", import.meta.url)).replace(/[\\/]$/, "");
  console.error(`codewatch-memory: not built yet. Run \`npm start\` in ${folder} once.`);
  if (!process.argv.includes("--hook") && !process.argv.includes("--recall")) process.exitCode = 1;
}
