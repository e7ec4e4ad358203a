/** Rows as Arrow columns; ids and times are 64-bit. */
import type * as Lancedb from "@lancedb/lancedb";
import type * as Arrow from "apache-arrow";
import type { VectorRow } from "../context";
import { AppError } from "../contract/errors";

/** Columns of every vector table; no text but the names of kind and status. */
export function vectorSchema(arrow: typeof Arrow, dimension: number): Arrow.Schema {
  const { Field, FixedSizeList, Float32, Int32, Int64, Schema, Utf8 } = arrow;
  return new Schema([
    new Field("kind", new Utf8(), false),
    new Field("entity_id", new Int64(), false),
    new Field("chunk", new Int32(), false),
    new Field("project_id", new Int64(), false),
    new Field("status", new Utf8(), false),
    new Field("created_at", new Int64(), false),
    new Field("vector", new FixedSizeList(dimension, new Field("item", new Float32(), true)), false),
  ]);
}

/** Made by LanceDB's own Arrow: it takes no tables of another instance of the library, which `import()` would give. */
export function toArrowTable(lancedb: typeof Lancedb, schema: Arrow.Schema, rows: VectorRow[]): Arrow.Table {
  const records = rows.map((row) => ({
    kind: row.kind,
    entity_id: BigInt(row.entityId),
    chunk: row.chunk,
    project_id: BigInt(row.projectId),
    status: row.status,
    created_at: BigInt(row.createdAt),
    vector: row.vector,
  }));
  return lancedb.makeArrowTable(records, { schema });
}

/** A vector must have the index's dimension, finite parts and a direction; throws `validation_failed`. */
export function requireVector(vector: Float32Array, dimension: number): void {
  if (vector.length !== dimension) {
    throw new AppError("validation_failed", `The vector has ${vector.length} dimensions, the index ${dimension}.`);
  }
  let squares = 0;
  for (const part of vector) squares += part * part;
  if (!Number.isFinite(squares) || squares === 0) {
    throw new AppError("validation_failed", "The vector has no direction.");
  }
}
