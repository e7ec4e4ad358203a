/** Where this package lies, and how its programs run others. Plain JavaScript: it must run before anything is installed. */
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";

export const ROOT = fileURLToPath(new URL("../../", import.meta.url)).replace(/[\\/]$/, "");

const [major, minor] = process.versions.node.split(".").map(Number);
if (major < 20 || (major === 20 && minor < 9)) {
  console.error(
    `Keepsake needs Node.js 20.9 or newer; this is ${process.versions.node}. Install a newer one from nodejs.org.`,
  );
  process.exit(1);
}

/** Runs a program with its output on this terminal; throws a plain sentence when it fails. */
export function run(command, args, options = {}) {
  const result = spawnSync(command, args, {
    cwd: ROOT,
    stdio: ["ignore", "inherit", "inherit"],
    shell: process.platform === "win32",
    ...options,
  });
  if (result.error) throw new Error(`${command} could not be started: ${result.error.message}`);
  if (result.status !== 0)
    throw new Error(`${command} ${args.join(" ")} failed (exit ${result.status ?? result.signal}).`);
}

/** Runs one of the installed packages' programs by its JavaScript file, without npx. */
export function runNode(args, options = {}) {
  run(process.execPath, args, { shell: false, ...options });
}
