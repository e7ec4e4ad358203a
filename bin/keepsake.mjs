#!/usr/bin/env node
/** `keepsake …`: the command line; in a fresh clone it first prepares what `npm start` would. */
import { existsSync } from "node:fs";
import { createRequire } from "node:module";

const asksForHelp = process.argv.some((word) => word === "--help" || word === "-h");
if (process.argv[2] === "mcp" && !asksForHelp) {
  await serveAgents("mcp.mjs");
} else if (process.argv[2] === "everme-mcp" && !asksForHelp) {
  await serveAgents("everme-mcp.mjs");
} else if (process.argv[2] === "everme-hook" && !asksForHelp) {
  runEvermeHook();
} else if (isHook(process.argv[2]) && existsSync(new URL("../dist/cli.mjs", import.meta.url))) {
  // An agent waits, and reads what is printed.
  await import("../dist/cli.mjs");
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
    `keepsake ${process.argv[2]}: not built yet. Run \`npm start\` in this folder once, then start the agent again.`,
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

function isHook(word) {
  return word === "--hook" || word === "--recall";
}
