/** Runs one of the installed packages' programs quietly: all that it says goes into a file, which is named when it fails. */
import { closeSync, mkdirSync, openSync, readFileSync, rmSync } from "node:fs";
import { dirname } from "node:path";
import { runNode } from "./paths.mjs";

const SHOWN_LINES = 20;

/** Throws what failed, the end of what it said, and where all of it stands. */
export function runLogged(name, args, log, options = {}) {
  mkdirSync(dirname(log), { recursive: true });
  // A file of its own: another folder may share what lies there by a link.
  rmSync(log, { force: true });
  const file = openSync(log, "wx", 0o600);
  try {
    runNode(args, { ...options, stdio: ["ignore", file, file] });
  } catch (error) {
    throw new Error(`${name} failed:\n${endOf(log)}\nAll that it said: ${log}`, { cause: error });
  } finally {
    closeSync(file);
  }
}

const endOf = (log) => readFileSync(log, "utf8").trimEnd().split("\n").slice(-SHOWN_LINES).join("\n");
