/** Bundles the extension into dist/extension.js; `--watch` goes on at every change, `--production` leaves the map out. */
import { rmSync } from "node:fs";
import { fileURLToPath } from "node:url";
import esbuild from "esbuild";

const isProduction = process.argv.includes("--production");
const dist = fileURLToPath(new URL("dist", import.meta.url));

const options = {
  absWorkingDir: fileURLToPath(new URL(".", import.meta.url)),
  entryPoints: ["src/extension.ts"],
  outfile: "dist/extension.js",
  bundle: true,
  platform: "node",
  format: "cjs",
  target: "node18",
  external: ["vscode"],
  minify: isProduction,
  sourcemap: isProduction ? false : "linked",
  logLevel: "warning",
};

rmSync(dist, { recursive: true, force: true });
if (process.argv.includes("--watch")) await (await esbuild.context({ ...options, logLevel: "info" })).watch();
else await esbuild.build(options);
