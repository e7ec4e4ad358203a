/** Bundles one of our programs as the build does, for tests that run it in a process of its own. */
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { build } from "esbuild";

export interface Bundled {
  /** Holds the program alone. */
  folder: string;
  script: string;
  remove(): void;
}

/** `entry`: below the root, e.g. `lib/checks/program.ts`. */
export async function bundleProgram(entry: string): Promise<Bundled> {
  // Below the root, so that the bundle finds the modules that it leaves out.
  mkdirSync(join(process.cwd(), "dist"), { recursive: true });
  const folder = mkdtempSync(join(process.cwd(), "dist", "test-program-"));
  const script = join(folder, "program.mjs");
  await build({
    entryPoints: [join(process.cwd(), entry)],
    outfile: script,
    bundle: true,
    packages: "external",
    platform: "node",
    format: "esm",
    target: "node20",
    logLevel: "error",
  });
  return { folder, script, remove: () => rmSync(folder, { recursive: true, force: true }) };
}
