/** Claude Code names the folder of a project's transcripts after its path, which can't be read back: the transcripts tell. */
import { closeSync, openSync, readdirSync, readSync } from "node:fs";
import { basename, join } from "node:path";

const LOOK_FILES = 5;
const LOOK_BYTES = 512 * 1024;

/** The folder's name for a working directory. */
export const folderNameOf = (path: string): string => path.replace(/[^A-Za-z0-9]/g, "-");

/** The working directory whose transcripts lie in this folder; null where none of the first ones tells. */
export function folderOfSlug(folder: string): string | null {
  const slug = basename(folder);
  try {
    const names = readdirSync(folder)
      .filter((name) => name.endsWith(".jsonl"))
      .sort();
    for (const name of names.slice(0, LOOK_FILES)) {
      for (const [, json] of headOf(join(folder, name)).matchAll(/"cwd"\s*:\s*("(?:[^"\\]|\\.){1,4096}")/g)) {
        const path = JSON.parse(json ?? '""') as string;
        if (folderNameOf(path) === slug) return path;
      }
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === undefined && !(error instanceof SyntaxError)) throw error;
    // Closed to us, or cut off: nobody tells.
  }
  return null;
}

function headOf(file: string): string {
  const handle = openSync(file, "r");
  try {
    const head = Buffer.alloc(LOOK_BYTES);
    return head.toString("utf8", 0, readSync(handle, head, 0, LOOK_BYTES, 0));
  } finally {
    closeSync(handle);
  }
}
