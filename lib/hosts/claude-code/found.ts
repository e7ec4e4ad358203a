/** How many transcripts of Claude Code lie on this machine: names of files only, nothing is read. */
import { type Dirent, readdirSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";

export interface FoundTranscripts {
  folder: string;
  count: number;
  /** There may be more than were counted. */
  isMore: boolean;
}

const MAX_FOLDERS = 500;
const MAX_COUNT = 5000;

export const transcriptFolder = (): string => join(homedir(), ".claude", "projects");

/** A folder that is not there, or is closed to us, has none. */
export function findTranscripts(folder = transcriptFolder()): FoundTranscripts {
  const folders = entriesOf(folder).filter((entry) => entry.isDirectory());
  let count = 0;
  for (const { name } of folders.slice(0, MAX_FOLDERS)) {
    count += entriesOf(join(folder, name)).filter((entry) => entry.isFile() && entry.name.endsWith(".jsonl")).length;
    if (count > MAX_COUNT) return { folder, count: MAX_COUNT, isMore: true };
  }
  return { folder, count, isMore: folders.length > MAX_FOLDERS };
}

function entriesOf(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    // Absent or forbidden: to us there is nothing to bring in.
    return [];
  }
}
