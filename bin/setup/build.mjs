/** Builds the programs (esbuild → dist/) and the server (next build → .next/), and stamps what they were built from. */
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { buildEverme } from "./everme.mjs";
import { runLogged } from "./logged.mjs";
import { ROOT } from "./paths.mjs";
import { buildClients, buildClientTypes } from "./sdk.mjs";
import { sourceFingerprint } from "./sources.mjs";

const STAMP = join(ROOT, "dist", "build.json");
/** Where nothing packs it. */
const LOG = join(ROOT, "node_modules", ".keepsake-build.log");

const PROGRAMS = {
  cli: "bin/cli/main.ts",
  mcp: "bin/mcp/main.ts",
  "mcp-late": "bin/mcp/late.ts",
  "embed-thread": "lib/embed/thread.ts",
  checks: "lib/checks/program.ts",
  integrity: "lib/db/integrity-program.ts",
};

/** Their names are promised: claude-mem's integrations start `dist/worker-service.js` (M54), codewatch-memory's `dist/index.js` (C2). */
const PROMISED = { "worker-service": "bin/worker-service.ts", index: "bin/codewatch/main.ts" };

/** Whether no source changed since the last whole build. A packed install carries its build and no sources. */
export const isBuilt = () =>
  !existsSync(join(ROOT, "bin", "cli", "main.ts")) ||
  (existsSync(STAMP) && JSON.parse(readFileSync(STAMP, "utf8")).sources === sourceFingerprint());

export async function ensureBuilt() {
  if (isBuilt()) return;
  await build();
}

export async function build() {
  rmSync(STAMP, { force: true });
  console.log("Building the programs …");
  await buildPrograms();
  await buildEverme();
  await buildClients();
  await buildClientTypes();
  console.log("Building the server and its console; the first time takes some minutes …");
  // Turbopack names native packages by links in .next/node_modules, which npm never packs (T14); webpack requires them plainly.
  const next = join(ROOT, "node_modules", "next", "dist", "bin", "next");
  runLogged("next build", [next, "build", "--webpack"], LOG, {
    env: { ...process.env, NEXT_TELEMETRY_DISABLED: "1" },
  });
  writeFileSync(STAMP, JSON.stringify({ sources: sourceFingerprint(), node: process.versions.node }));
}

/** OpenCode imports it by its file. */
const PLUGINS = { "opencode-plugin": "bin/hook/opencode-plugin.ts" };

/** The spool is read only where the server fails. */
const HOOKS = {
  hook: "bin/hook/main.ts",
  "codewatch-modes": "bin/codewatch/modes.ts",
  "hook-spool": "bin/hook/spool.ts",
};

/** Packages stay outside the bundles: they are installed beside them. */
async function buildPrograms() {
  const esbuild = await import("esbuild");
  mkdirSync(join(ROOT, "dist"), { recursive: true });
  const options = {
    absWorkingDir: ROOT,
    outdir: "dist",
    bundle: true,
    packages: "external",
    platform: "node",
    format: "esm",
    target: "node20",
    sourcemap: "linked",
    logLevel: "warning",
  };
  const entries = (programs) => Object.entries(programs).map(([out, entry]) => ({ in: entry, out }));
  await esbuild.build({ ...options, entryPoints: entries(PROGRAMS), outExtension: { ".js": ".mjs" } });
  await esbuild.build({ ...options, entryPoints: entries(PROMISED) });
  await esbuild.build({ ...options, entryPoints: entries(PLUGINS), outExtension: { ".js": ".mjs" }, sourcemap: false });
  // CommonJS starts sooner, and so does one file without imports: hosts run these at every hook.
  await esbuild.build({
    ...options,
    entryPoints: entries(HOOKS),
    outExtension: { ".js": ".cjs" },
    format: "cjs",
    packages: "bundle",
    sourcemap: false,
    minify: true,
  });
}
