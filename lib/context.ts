/** Types of the open handles that plain functions take as first argument. Opened by `lib/app.ts`. */
import type { Database } from "better-sqlite3";
import type { BetterSQLite3Database } from "drizzle-orm/better-sqlite3";
import type { SearchKind } from "./contract/common";
import type { ModelState } from "./contract/system";
import type { Env } from "./env";

export type Db = BetterSQLite3Database;
/** Handle inside `write(app, tx => …)`. Same connection: reads see the transaction's own writes. */
export type Tx = Parameters<Parameters<Db["transaction"]>[0]>[0];
/** What repo functions take: they work inside and outside a transaction. */
export type Handle = Db | Tx;

export interface Log {
  debug(fields: object, message: string): void;
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

/** Cosines below which a passage is no closer to a query than nonsense would be: a property of a model, found by measuring. */
export interface CosineFloor {
  /** For texts in the same script. */
  alike: number;
  /** For texts in different scripts, which may be translations. */
  across: number;
  /** From here on a passage answers a query in that script even if they share no word; absent = nobody knows. */
  sure?: { latin: number; unspaced: number };
  /** The same for the nearest of few passages, which is less often near by chance: base + growth · ln(passages); `sure` bounds it. */
  nearest?: { base: number; growth: number };
}

/** What questions have in common and what tells languages apart: a property of a model, taken off queries before they are compared. */
export interface QueryLens {
  /** Mean of questions in Latin letters. */
  latin: Float32Array;
  /** Mean of questions in a script without spaces. */
  unspaced: Float32Array;
  /** Orthogonal unit vectors from one language to the other. */
  axes: Float32Array[];
}

/** Turns text into unit vectors; queries overtake passages. */
export interface Embedder {
  /** Model id and dimension, e.g. `multilingual-e5-small-trimmed/384`; stands with every vector. */
  readonly model: string;
  readonly dimension: number;
  /** −1 each: of this model nothing is known, and nothing is too far. */
  readonly floor: CosineFloor;
  /** Absent = queries are compared as they are. */
  readonly lens?: QueryLens | null;
  /** Rejects with `AppError("not_ready")` when the model is missing or broken. */
  embedQuery(text: string): Promise<Float32Array>;
  /** One vector a text, in order. Texts longer than the model reads are the caller's to chunk. */
  embedPassages(texts: string[]): Promise<Float32Array[]>;
  state(): ModelState;
  close(): Promise<void>;
}

export interface VectorRow {
  kind: SearchKind;
  entityId: number;
  chunk: number;
  projectId: number;
  /** `active`, `archived`, …; a filter column. */
  status: string;
  createdAt: number;
  vector: Float32Array;
}

export interface VectorFilter {
  kind: SearchKind;
  /** null = any project. */
  projectIds: number[] | null;
  statuses: string[] | null;
  since: number | null;
  until: number | null;
}

export interface VectorHit {
  entityId: number;
  /** −1 … 1. */
  cosine: number;
}

/** LanceDB behind one mutex for writes. Derived: SQLite can rebuild it without inference. */
export interface VectorStore {
  /** Replaces all chunks of each (kind, entityId) that occurs in `rows`. */
  upsert(rows: VectorRow[]): Promise<void>;
  remove(kind: SearchKind, entityIds: number[]): Promise<void>;
  /** Best chunk of each entity, best first. */
  search(vector: Float32Array, filter: VectorFilter, limit: number): Promise<VectorHit[]>;
  /** Vectors of one entity's rows, or [] (for receipts and tests). */
  count(): Promise<number>;
  /** Distinct entities by kind. */
  countByKind(): Promise<Record<string, number>>;
  /** Per kind and entity a number that stands for its chunks, project, status and time: what SQLite is compared with. */
  marks(): Promise<Map<SearchKind, Map<number, number>>>;
  /** Rewrites the table from `batches`, compacts, indexes, swaps: no old version keeps a removed row. */
  rewrite(batches: AsyncIterable<VectorRow[]>): Promise<void>;
  /** Compacts, prunes old versions, makes or extends indexes where due. */
  optimize(): Promise<void>;
  /** False after the folder was lost or is of another model, until a rebuild. */
  state(): { state: "ready" | "rebuilding" | "unavailable"; reason: string | null };
  setRebuilding(on: boolean): void;
  close(): Promise<void>;
}

/** Open handles only; behaviour lives in modules. */
export interface App {
  env: Env;
  sqlite: Database;
  db: Db;
  vectors: VectorStore;
  embedder: Embedder;
  log: Log;
  /** Milliseconds UTC. */
  now(): number;
  newId(prefix: string): string;
  /** Tells the job runner and open streams that something was committed; losing it costs a second. */
  wake(): void;
  /** Called on `wake`; returns the way to stop listening. */
  onWake(listener: () => void): () => void;
  /** Runs before the handles are closed, latest first: what works in the background stops here. */
  onClose(work: () => Promise<void>): void;
  close(): Promise<void>;
}
