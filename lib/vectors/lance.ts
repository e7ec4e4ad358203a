/** LanceDB, loaded at first use: it is large, and an empty store needs none of it. */
import { mkdirSync } from "node:fs";
import type * as Lancedb from "@lancedb/lancedb";
import type { Schema } from "apache-arrow";
import { vectorSchema } from "./arrow";
import { vectorsFolder } from "./pointer";

export interface Lance {
  lancedb: typeof Lancedb;
  connection: Lancedb.Connection;
  schema: Schema;
}

/** Caches; LanceDB's defaults are 6 GB and 1 GB. */
const INDEX_CACHE_BYTES = 256n * 1024n * 1024n;
const METADATA_CACHE_BYTES = 32n * 1024n * 1024n;

export async function loadLance(home: string, dimension: number): Promise<Lance> {
  // Otherwise it warns on stderr about each table that it is asked to make.
  process.env.LANCEDB_LOG ??= "error";
  const [lancedb, arrow] = await Promise.all([import("@lancedb/lancedb"), import("apache-arrow")]);
  const folder = vectorsFolder(home);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const session = new lancedb.Session(INDEX_CACHE_BYTES, METADATA_CACHE_BYTES);
  return { lancedb, connection: await lancedb.connect(folder, {}, session), schema: vectorSchema(arrow, dimension) };
}
