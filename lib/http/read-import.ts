/** The body of `POST /api/import`: rows as JSON (M28), or lines of our export, by content type. */
import { WorkerImport } from "../contract/transfer";
import { readJson, readText } from "./body";
import { isLines } from "./read-items";

export type ImportBody = { rows: WorkerImport } | { lines: string[] };

export async function readImport(request: Request, maxBytes?: number): Promise<ImportBody> {
  if (!isLines(request)) return { rows: WorkerImport.parse(await readJson(request, maxBytes)) };
  // JSON escapes all line ends but these inside of texts.
  return { lines: (await readText(request, maxBytes)).split(/\r?\n/) };
}
