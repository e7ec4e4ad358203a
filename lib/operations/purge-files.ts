/** Reads the files of the data folder for deleted text, and blots it out where lines of text are kept. */
import { open, readdir } from "node:fs/promises";
import { join, relative, sep } from "node:path";
import { readingFile } from "../db/kept-files";
import { makeScanner, type Occurrence, type PieceSet } from "./fingerprint";

const CHUNK_BYTES = 1024 * 1024;
/** Folders of plain lines, which may be blotted in place. */
const LINE_FOLDERS = ["logs", "spool", "uploads"];
const BLOT = "x".charCodeAt(0);

export interface Found {
  /** Relative to the data folder. */
  file: string;
  touched: boolean;
  /** Whole needles that are to be nowhere. */
  whole: Occurrence[];
}

/** Scans one file in pieces, so that the server goes on answering. A file that went away holds nothing. */
export async function scanFile(file: string, key: string, set: PieceSet): Promise<Omit<Found, "file">> {
  const scanner = makeScanner(key, set);
  await readingFile(file, async (handle) => {
    const buffer = Buffer.alloc(CHUNK_BYTES);
    for (let position = 0; ;) {
      const { bytesRead } = await handle.read(buffer, 0, CHUNK_BYTES, position);
      if (bytesRead === 0) break;
      position += bytesRead;
      scanner.push(buffer.subarray(0, bytesRead));
      await new Promise((resolve) => setImmediate(resolve));
    }
  }).catch(unlessGone);
  return { touched: scanner.touched(), whole: scanner.occurrences().filter((found) => found.everywhere) };
}

/** Every file of the folder except those below `except`; only files that hold something are answered. */
export async function scanHome(home: string, except: string, key: string, set: PieceSet): Promise<Found[]> {
  const found: Found[] = [];
  for (const file of await listFiles(home)) {
    if (file.startsWith(except + sep)) continue;
    const result = await scanFile(file, key, set);
    if (result.touched) found.push({ file: relative(home, file), ...result });
  }
  return found;
}

/** Overwrites whole needles in logs, the spool and uploads that wait, byte for byte: a writer that has the file open goes on appending. */
export async function blotLines(home: string, key: string, set: PieceSet): Promise<Map<string, number>> {
  const blotted = new Map<string, number>();
  for (const folder of LINE_FOLDERS) {
    for (const file of await listFiles(join(home, folder))) {
      const { whole } = await scanFile(file, key, set);
      if (whole.length === 0) continue;
      const handle = await open(file, "r+");
      try {
        for (const { start, end } of whole) await handle.write(Buffer.alloc(end - start, BLOT), 0, end - start, start);
        await handle.sync();
      } finally {
        await handle.close();
      }
      blotted.set(folder, (blotted.get(folder) ?? 0) + whole.length);
    }
  }
  return blotted;
}

async function listFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(unlessGone);
  const files: string[] = [];
  for (const entry of entries ?? []) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) files.push(...(await listFiles(path)));
    else if (entry.isFile()) files.push(path);
  }
  return files;
}

function unlessGone(error: unknown): null {
  if ((error as { code?: unknown }).code === "ENOENT") return null;
  throw error;
}
