/** Which table of `<home>/vectors/` is the index, of which model, and whether it holds everything. Stands beside the folder, so that a lost folder is noticed. */
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { createHash, randomUUID } from "node:crypto";
import { join } from "node:path";
import { z } from "zod";

const Pointer = z.object({
  model: z.string().min(1),
  dimension: z.number().int().positive(),
  table: z.string().regex(/^[a-z0-9_]{1,64}$/),
  /** False from the loss of a table until a rebuild has filled its successor. */
  complete: z.boolean(),
});
export type Pointer = z.infer<typeof Pointer>;

/** LanceDB's own list of tables; holds no rows. */
const LANCE_MANIFEST = "__manifest";
/** Grows when the columns change: an older table is then another model's. */
const LAYOUT = 1;

export const vectorsFolder = (home: string): string => join(home, "vectors");
export const tableFolder = (home: string, table: string): string => join(vectorsFolder(home), `${table}.lance`);
const pointerFile = (home: string): string => join(home, "vectors.json");

/** A new table name for the model; its middle is the model's fingerprint. */
export function newTableName(model: string, dimension: number): string {
  return `v_${fingerprint(model, dimension)}_${randomUUID().slice(0, 8)}`;
}

function fingerprint(model: string, dimension: number): string {
  return createHash("sha256").update(`${LAYOUT}\n${model}\n${dimension}`).digest("hex").slice(0, 16);
}

export type PointerState =
  | { found: "usable"; pointer: Pointer }
  /** Nothing was ever written here. */
  | { found: "nothing" }
  | { found: "unusable"; reason: string };

/** What the data folder says about its index, without opening it. */
export function readPointer(home: string, model: string, dimension: number): PointerState {
  const file = pointerFile(home);
  if (!existsSync(file)) {
    return isEmptyFolder(vectorsFolder(home))
      ? { found: "nothing" }
      : { found: "unusable", reason: "The vector index has lost the file that describes it." };
  }
  const pointer = parsePointer(file);
  if (pointer === null) return { found: "unusable", reason: "The file that describes the vector index is damaged." };
  if (!pointer.table.includes(fingerprint(model, dimension))) {
    const was = `${pointer.model} (${pointer.dimension} dimensions)`;
    return {
      found: "unusable",
      reason: `The vector index was made by ${was}; the model is now ${model} (${dimension} dimensions).`,
    };
  }
  if (!existsSync(tableFolder(home, pointer.table))) {
    return { found: "unusable", reason: "The folder of the vector index is gone." };
  }
  if (!pointer.complete) return { found: "unusable", reason: "The vector index waits for its rebuild." };
  return { found: "usable", pointer };
}

/** Replaces the pointer in one step; a crash leaves the old one. */
export function writePointer(home: string, pointer: Pointer): void {
  const file = pointerFile(home);
  const fresh = `${file}.new`;
  writeFileSync(fresh, `${JSON.stringify(pointer)}\n`, { mode: 0o600 });
  renameSync(fresh, file);
}

function parsePointer(file: string): Pointer | null {
  try {
    return Pointer.parse(JSON.parse(readFileSync(file, "utf8")));
  } catch {
    // Unreadable, not JSON or of another shape: each means the same to the caller, who says so.
    return null;
  }
}

function isEmptyFolder(folder: string): boolean {
  return !existsSync(folder) || readdirSync(folder).length === 0;
}

/** Everything else in the folder is an older table, another model's, or the rest of a crash. */
export function removeOtherTables(home: string, keep: string | null): void {
  const folder = vectorsFolder(home);
  if (!existsSync(folder)) return;
  for (const name of readdirSync(folder)) {
    if (name !== `${keep}.lance` && name !== LANCE_MANIFEST)
      rmSync(join(folder, name), { recursive: true, force: true });
  }
}
