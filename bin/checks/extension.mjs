/** Types, bundles and packs the VS Code extension as its own scripts do, into a temp folder (M53). Needs no network. */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ROOT, run } from "../setup/paths.mjs";

const FOLDER = join(ROOT, "extensions", "vscode");
/** Names in a zip stand there as they are. */
const CARRIED = [
  "extension/package.json",
  "extension/dist/extension.js",
  "extension/readme.md",
  "extension/LICENSE.txt",
];
const LEFT_OUT = ["extension/src/", "extension/test/", "extension/tsconfig.json", "node_modules/", ".map"];

export function checkExtension() {
  const folder = mkdtempSync(join(tmpdir(), "keepsake-vsix-"));
  try {
    const vsix = join(folder, "extension.vsix");
    run("npm", ["run", "--silent", "typecheck"], { cwd: FOLDER });
    run("npm", ["run", "--silent", "package", "--", "--out", vsix], { cwd: FOLDER });
    const packed = readFileSync(vsix);
    const missing = CARRIED.filter((name) => !packed.includes(name));
    const extra = LEFT_OUT.filter((name) => packed.includes(name));
    for (const name of missing) console.error(`The packed extension lacks ${name}.`);
    for (const name of extra) console.error(`The packed extension carries ${name}.`);
    return missing.length + extra.length === 0;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
