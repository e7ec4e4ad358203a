/**
 * `codewatch-memory` (and `node dist/index.js`): the four modes of that program over our store (C1, C2): `--setup`, `--recall`,
 * `--hook`, in this order where several are named, else the MCP server on stdin and stdout.
 */
import { codewatchMode } from "./mode";

const mode = codewatchMode(process.argv.slice(2));
const here = (file: string): string => new URL(file, import.meta.url).href;

// Each is a program of its own beside this one: the handshake of MCP must not wait for what the others need.
if (mode === null) {
  process.argv.splice(2, Infinity, "mcp", "--profile", "codewatch");
  await import(here("mcp.mjs"));
} else if (mode === "setup") {
  process.argv.splice(2, Infinity, "--setup");
  await import(here("cli.mjs"));
} else await import(here("codewatch-modes.cjs"));
