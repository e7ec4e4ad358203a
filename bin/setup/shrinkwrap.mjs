/** `npm pack` hooks: the lock goes along as npm-shrinkwrap.json, since a package's overrides do not reach who installs it. */
import { copyFileSync, existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "./paths.mjs";

const SHRINKWRAP = join(ROOT, "npm-shrinkwrap.json");

if (process.argv[2] === "remove") rmSync(SHRINKWRAP, { force: true });
else {
  if (!existsSync(join(ROOT, "dist", "build.json"))) {
    console.error("Build first: npm run build");
    process.exit(1);
  }
  copyFileSync(join(ROOT, "package-lock.json"), SHRINKWRAP);
}
