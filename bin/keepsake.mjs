#!/usr/bin/env node
/** `keepsake …`: the command line; in a fresh clone it first prepares what `npm start` would. */
import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";

const FOLDER = fileURLToPath(new URL("../", import.meta.url)).replace(/[\\/]$/, "");

const asksForHelp = process.argv.some((word) => word === "--help" || word === "-h");
if (process.argv[2] === "mcp" && !asksForHelp) {
  await serveAgents("mcp.mjs");
} else if (process.argv[2] === "everme-mcp" && !asksForHelp) {
  await serveAgents("everme-mcp.mjs");
} else if (process.argv[2] === "everme-hook" && !asksForHelp) {
  runEvermeHook();
} else if (isHook(process.argv.slice(2))) {
  await runHook();
} else {
  const { prepare } = await import("./setup/prepare.mjs");
  await prepare();
  await import("../dist/cli.mjs");
}

/** A host waits for the handshake and reads stdout as messages: nothing is installed or built while it does. */
async function serveAgents(name) {
  const program = new URL(`../dist/${name}`, import.meta.url);
  if (existsSync(program)) return import(program.href);
  console.error(
    `keepsake ${process.argv[2]}: not built yet. Run \`npm start\` in ${FOLDER} once, then start the agent again.`,
  );
  process.exit(1);
}

/** An agent waits: nothing is built, and a hook never fails. */
function runEvermeHook() {
  const program = new URL("../dist/everme-hook.cjs", import.meta.url);
  if (!existsSync(program)) return console.error("keepsake everme-hook: not built yet. Run `npm start` once.");
  process.argv.splice(2, 1);
  createRequire(import.meta.url)("../dist/everme-hook.cjs");
}

/** codewatch-memory's modes, of which set-up wins (C1). */
function isHook(words) {
  return words[0]?.startsWith("--") && !words.includes("--setup") && /^--(?:hook|recall)$/m.test(words.join("\n"));
}

/** An agent waits, and reads what is printed. */
async function runHook() {
  const program = new URL("../dist/codewatch-modes.cjs", import.meta.url);
  if (existsSync(program)) return import(program);
  console.error(`keepsake: not built yet. Run \`npm start\` in ${FOLDER} once.`);
}
