/** Builds the programs that stand between hosts and an EverMe gateway. */
import { copyFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "./paths.mjs";

const SOURCES = "bin/everme";

/** Into `outdir`: `everme-mcp.mjs`, `everme-hook.cjs`, and `openclaw/`, a folder that OpenClaw installs. */
export async function buildEverme(outdir = join(ROOT, "dist")) {
  const esbuild = await import("esbuild");
  const shared = {
    absWorkingDir: ROOT,
    outdir,
    bundle: true,
    platform: "node",
    format: "esm",
    target: "node20",
    logLevel: "warning",
  };
  await esbuild.build({
    ...shared,
    entryPoints: { "everme-mcp": `${SOURCES}/mcp.ts` },
    outExtension: { ".js": ".mjs" },
    packages: "external",
    sourcemap: "linked",
  });
  // CommonJS starts sooner, and so does one file without imports: hosts run it at every hook.
  await esbuild.build({
    ...shared,
    entryPoints: { "everme-hook": `${SOURCES}/hook.ts` },
    outExtension: { ".js": ".cjs" },
    format: "cjs",
    minify: true,
  });
  await esbuild.build({ ...shared, entryPoints: { "openclaw/index": `${SOURCES}/openclaw/plugin.ts` } });
  for (const name of ["package.json", "openclaw.plugin.json"]) {
    copyFileSync(join(ROOT, SOURCES, "openclaw", name), join(outdir, "openclaw", name));
  }
}
