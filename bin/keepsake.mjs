#!/usr/bin/env node
/** `keepsake …`: the command line; in a fresh clone it first prepares what `npm start` would. */
import { existsSync } from "node:fs";

if (process.argv[2] === "mcp" && !process.argv.some((word) => word === "--help" || word === "-h")) {
  await serveAgents();
} else if (isHook(process.argv[2]) && existsSync(new URL("../dist/cli.mjs", import.meta.url))) {
  // An agent waits, and reads what is printed.
  await import("../dist/cli.mjs");
} else {
  const { prepare } = await import("./setup/prepare.mjs");
  await prepare();
  await import("../dist/cli.mjs");
}

/** A host waits for the handshake and reads stdout as messages: nothing is installed or built while it does. */
async function serveAgents() {
  const program = new URL("../dist/mcp.mjs", import.meta.url);
  if (existsSync(program)) return import(program.href);
  console.error("keepsake mcp: not built yet. Run `npm start` in this folder once, then start the agent again.");
  process.exit(1);
}

function isHook(word) {
  return word === "--hook" || word === "--recall";
}
