/** Which files a tool's input names, as given: no path is made absolute, opened or re-escaped (E12, E14). */
import { isRecord } from "../text/json-value";

const PATH_FIELDS = ["file_path", "filePath", "path", "notebook_path", "notebookPath", "filename"];
const LIST_FIELDS = ["files", "paths", "file_paths", "edits"];
const MAX_FILES = 50;
const MAX_PATH_CHARS = 4096;

/** Paths in the fields where tools put them, lists and edits included; in order, each once, at most fifty. */
export function filesOf(input: unknown): string[] {
  const files = new Set<string>();
  collect(input, files, 0);
  return [...files].slice(0, MAX_FILES);
}

function collect(value: unknown, files: Set<string>, depth: number): void {
  if (!isRecord(value)) return;
  for (const field of PATH_FIELDS) add(value[field], files);
  if (depth > 0) return;
  for (const field of LIST_FIELDS) {
    const list = value[field];
    if (!Array.isArray(list)) continue;
    for (const entry of list.slice(0, MAX_FILES)) {
      if (typeof entry === "string") add(entry, files);
      else collect(entry, files, depth + 1);
    }
  }
}

function add(path: unknown, files: Set<string>): void {
  if (typeof path === "string" && path !== "" && path.length <= MAX_PATH_CHARS && !path.includes("\n")) files.add(path);
}
