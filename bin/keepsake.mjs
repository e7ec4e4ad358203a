#!/usr/bin/env node
/** `keepsake …`: the command line; in a fresh clone it first prepares what `npm start` would. */
import { ensureBuilt } from "./setup/build.mjs";
import { ensureInstalled } from "./setup/install.mjs";

try {
  ensureInstalled();
  await ensureBuilt();
} catch (error) {
  console.error(`Keepsake could not be prepared: ${error.message}`);
  process.exit(1);
}
await import("../dist/cli.mjs");
