/**
 * Runs Keepsake's hook program or MCP server for an EverMe gateway out of the plugin, which Claude Code copies to a folder of its
 * own: the package is the folder around this one, else the one that `npm run sync-marketplace` wrote down. `node run.cjs hook|mcp`.
 */
/* eslint-disable @typescript-eslint/no-require-imports -- CommonJS starts sooner, and a hook is never to be waited for. */
const { existsSync, readFileSync } = require("node:fs");
const { homedir } = require("node:os");
const { join } = require("node:path");
const { pathToFileURL } = require("node:url");

const [, , mode] = process.argv;
const root = packageRoot();

if (root === null) {
  // A hook says nothing and never fails: its agent goes on without.
  if (mode === "mcp") {
    console.error("keepsake: the package was not found. Run `npm run sync-marketplace` in its folder.");
    process.exitCode = 1;
  }
} else if (mode === "hook" && existsSync(join(root, "dist", "everme-hook.cjs"))) {
  process.argv.splice(2, 1, "claude-code");
  require(join(root, "dist", "everme-hook.cjs"));
} else if (mode === "mcp") {
  process.argv.splice(2, 1, "everme-mcp");
  void import(pathToFileURL(join(root, "bin", "keepsake.mjs")).href);
}

function packageRoot() {
  const around = join(__dirname, "..");
  const written = [join(around, "root.json"), join(dataFolder(), "claude-plugin", "root.json")].map(rootIn);
  return (
    [around, ...written].find((folder) => folder !== null && existsSync(join(folder, "bin", "keepsake.mjs"))) ?? null
  );
}

function dataFolder() {
  return process.env.KEEPSAKE_HOME || join(homedir(), ".keepsake");
}

function rootIn(file) {
  try {
    const { root } = JSON.parse(readFileSync(file, "utf8"));
    return typeof root === "string" ? root : null;
  } catch {
    // Not written here.
    return null;
  }
}
