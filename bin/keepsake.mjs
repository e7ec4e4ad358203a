#!/usr/bin/env node
/** `keepsake …`: the command line; in a fresh clone it first prepares what `npm start` would. */
import { prepare } from "./setup/prepare.mjs";

await prepare();
await import("../dist/cli.mjs");
