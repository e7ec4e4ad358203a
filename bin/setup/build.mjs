/** Builds the programs (esbuild → dist/) and the server (next build → .next/), and stamps what they were built from. */
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT, runNode } from "./paths.mjs";
import { buildClients, buildClientTypes } from "./sdk.mjs";
import { sourceFingerprint } from "./sources.mjs";

const STAMP = join(ROOT, "dist", "build.json");

const PROGRAMS = {
  cli: "bin/cli/main.ts",
  "embed-thread": "lib/embed/thread.ts",
  checks: "lib/checks/program.ts",
  integrity: "lib/db/integrity-program.ts",
};

/** Its name is promised: claude-mem's integrations start `dist/worker-service.js` (M54). */
const WORKER = { "worker-service": "bin/worker-service.ts" };

/** Builds when sources changed since the last whole build. A packed install carries its build and no sources. */
export async function ensureBuilt() {
  if (!existsSync(join(ROOT, "bin", "cli", "main.ts"))) return;
  if (existsSync(STAMP) && JSON.parse(readFileSync(STAMP, "utf8")).sources === sourceFingerprint()) return;
  console.log("Building …");
  await build();
}

export async function build() {
  rmSync(STAMP, { force: true });
  await buildPrograms();
  await buildClients();
  await buildClientTypes();
  // Turbopack names native packages by links in .next/node_modules, which npm never packs (T14); webpack requires them plainly.
  runNode([join(ROOT, "node_modules", "next", "dist", "bin", "next"), "build", "--webpack"], {
    env: { ...process.env, NEXT_TELEMETRY_DISABLED: "1" },
  });
  writeFileSync(STAMP, JSON.stringify({ sources: sourceFingerprint(), node: process.versions.node }));
}

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
  await esbuild.build({ ...options, entryPoints: entries(WORKER) });
}
