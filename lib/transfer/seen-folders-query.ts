/** Folders that agents were seen in: which of them another program means by a name made of its path. */
import type { Handle } from "../context";
import { prepared } from "../db/prepared";

const MAX_FOLDERS = 20_000;
const FOLDERS = `
  SELECT path FROM project_roots UNION SELECT cwd FROM sessions WHERE cwd IS NOT NULL LIMIT ${MAX_FOLDERS}`;

/** Paths as they were seen, each once, whether or not they still exist. */
export const seenFolders = (handle: Handle): string[] => prepared(handle, FOLDERS).pluck().all() as string[];
