/** A file's path as an answer may show it. */
import { homedir } from "node:os";
import { sep } from "node:path";

/** With `~` for the home folder: whoever asks knows where that is, and nobody else needs to. */
export function shownPath(path: string): string {
  const home = homedir();
  return path.startsWith(home + sep) ? `~${path.slice(home.length)}` : path;
}
