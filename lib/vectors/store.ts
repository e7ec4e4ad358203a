/** The vector index: LanceDB, loaded at first use, behind one mutex for writes. Derived from SQLite and never trusted to survive. */
import { existsSync } from "node:fs";
import type { Table } from "@lancedb/lancedb";
import type { Log, VectorHit, VectorRow, VectorStore } from "../context";
import type { SearchKind } from "../contract/common";
import { AppError } from "../contract/errors";
import { requireVector } from "./arrow";
import { whereOf } from "./filter";
import { type Lance, loadLance } from "./lance";
import { createMutex } from "./mutex";
import { newTableName, readPointer, removeOtherTables, tableFolder, writePointer } from "./pointer";
import {
  addRows,
  compactAndIndex,
  countEntities,
  createTable,
  markEntities,
  removeEntities,
  searchTable,
} from "./table";

export interface VectorOptions {
  home: string;
  /** Model id; another one means another table. */
  model: string;
  dimension: number;
  log: Log;
}

const MAX_LIMIT = 1_000;
/**
 * Writes and rows after which the table is compacted without being asked. Each write leaves a fragment that every later
 * read and write opens (200 of them: 90 ms a write against 12), and compacting rewrites the table: the smaller, the sooner.
 */
const OPTIMIZE_AFTER_WRITES = { least: 40, most: 200, ofRows: 1 / 250 };
const OPTIMIZE_AFTER_ROWS = 20_000;
/** Rows a fragment of a rewritten table. */
const REWRITE_ROWS = 2_000;
type Change = { rows: VectorRow[] } | { kind: SearchKind; entityIds: number[] };

/** Opens the index of this model; touches no file and loads no LanceDB until the first use. */
export function openVectors(options: VectorOptions): Promise<VectorStore> {
  return Promise.resolve(createStore(options));
}

function createStore({ home, model, dimension, log }: VectorOptions): VectorStore {
  const mutex = createMutex();
  const rewrites = createMutex();
  const readers = new Set<Promise<unknown>>();
  const start = readPointer(home, model, dimension);
  /** Name of the table that is written and read; null until the first write. */
  let current: string | null = start.found === "usable" ? start.pointer.table : null;
  /** Why searching is off, or null. */
  let problem: string | null = start.found === "unusable" ? start.reason : null;
  let isRebuilding = false;
  let isClosed = false;
  /** What was changed while a rewrite reads; replayed on its table before the swap. */
  let journal: Change[] | null = null;
  let writes = 0;
  let rows = 0;
  let patience = OPTIMIZE_AFTER_WRITES.least;
  let needsOptimize = current !== null;
  let lancePromise: Promise<Lance> | null = null;
  let opened: { name: string; table: Promise<Table> } | null = null;

  const notReady = (reason: string): AppError =>
    new AppError("not_ready", reason, { hint: "Words still find everything. Rebuild the index: keepsake reindex." });
  const requireOpen = (): void => {
    if (isClosed) throw notReady("The vector index is closed.");
  };

  async function readersDone(): Promise<void> {
    await Promise.allSettled([...readers]);
  }

  function lance(): Promise<Lance> {
    lancePromise ??= loadLance(home, dimension).catch((error: unknown) => {
      lancePromise = null;
      throw error;
    });
    return lancePromise;
  }

  function openTable(name: string): Promise<Table> {
    if (opened?.name !== name) {
      const table = lance().then(({ connection }) => connection.openTable(name));
      const slot = { name, table };
      opened = slot;
      table.catch(() => {
        if (opened === slot) opened = null;
      });
    }
    return opened.table;
  }

  /** Gives the current table up: what it held is only in SQLite now. */
  function lose(reason: string): void {
    log.warn({ reason }, "vector index unavailable");
    problem = reason;
    current = null;
    opened = null;
    needsOptimize = false;
  }

  function noticeLoss(): void {
    if (current !== null && !existsSync(tableFolder(home, current))) lose("The folder of the vector index is gone.");
  }

  async function tableForWriting(): Promise<Table> {
    requireOpen();
    noticeLoss();
    if (current !== null) return openTable(current);
    const name = newTableName(model, dimension);
    const created = await createTable(await lance(), name);
    writePointer(home, { model, dimension, table: name, complete: problem === null });
    current = name;
    opened = { name, table: Promise.resolve(created) };
    return created;
  }

  /** One write; when it fails because the table is damaged, once more on a new table. */
  async function change(apply: (table: Table) => Promise<void>): Promise<void> {
    const table = await tableForWriting().catch(recreate);
    try {
      await apply(table);
    } catch (error) {
      await apply(await recreate(error));
    }
    needsOptimize = true;
    writes += 1;
  }

  async function recreate(error: unknown): Promise<Table> {
    if (isClosed || current === null || (await isReadable(current))) throw error;
    log.error({ err: error }, "vector table damaged");
    lose("The vector index is damaged.");
    return tableForWriting();
  }

  /** Opens the table anew and reads every row's vector: a full disk or a wrong argument is not damage. */
  async function isReadable(name: string): Promise<boolean> {
    if (!existsSync(tableFolder(home, name))) return false;
    try {
      opened = null;
      const table = await openTable(name);
      for await (const batch of table.query().select(["entity_id", "vector"])) void batch.numRows;
      return true;
    } catch (error) {
      log.debug({ err: error }, "vector table cannot be read");
      return false;
    }
  }

  async function applyChange(table: Table, item: Change): Promise<void> {
    if ("entityIds" in item) return removeEntities(table, new Map([[item.kind, item.entityIds]]));
    const byKind = new Map<SearchKind, Set<number>>();
    for (const row of item.rows) {
      const ids = byKind.get(row.kind) ?? new Set();
      byKind.set(row.kind, ids.add(row.entityId));
    }
    await removeEntities(table, new Map([...byKind].map(([kind, ids]) => [kind, [...ids]])));
    await addRows(await lance(), table, item.rows);
  }

  function optimizeSoon(): void {
    if (writes < patience && rows < OPTIMIZE_AFTER_ROWS) return;
    writes = 0;
    rows = 0;
    optimize().catch((error: unknown) => log.error({ err: error }, "vector index not optimized"));
  }

  function optimize(): Promise<void> {
    return mutex.run(async () => {
      noticeLoss();
      if (isClosed || current === null || !needsOptimize) return;
      needsOptimize = false;
      patience = patienceFor(await compactAndIndex(await lance(), await openTable(current), readersDone));
    });
  }

  async function read<T>(work: (table: Table) => Promise<T>, name: string): Promise<T> {
    const reading = openTable(name).then(work);
    readers.add(reading);
    try {
      return await reading;
    } finally {
      readers.delete(reading);
    }
  }

  /** Reads the current table; a second try covers a swap or a stale handle, a second failure means damage. */
  async function readCurrent<T>(work: (table: Table) => Promise<T>, empty: T): Promise<T> {
    requireOpen();
    noticeLoss();
    const first = current;
    if (first === null) return empty;
    try {
      return await read(work, first);
    } catch (error) {
      log.warn({ err: error }, "vector index could not be read; opening it again");
    }
    const second = current;
    if (second === null) return empty;
    try {
      if (opened?.name === second) opened = null;
      return await read(work, second);
    } catch (error) {
      log.error({ err: error }, "vector index could not be read");
      if (current === second) {
        lose("The vector index is damaged.");
        writePointer(home, { model, dimension, table: second, complete: false });
      }
      throw notReady("The vector index is damaged.");
    }
  }

  async function rewrite(batches: AsyncIterable<VectorRow[]>): Promise<void> {
    const name = newTableName(model, dimension);
    const changes: Change[] = [];
    journal = changes;
    try {
      requireOpen();
      const handle = await lance();
      const table = await createTable(handle, name);
      for await (const batch of regroup(batches)) {
        requireOpen();
        await addRows(handle, table, batch);
      }
      await compactAndIndex(handle, table, () => Promise.resolve());
      await mutex.run(async () => {
        for (const item of changes) await applyChange(table, item);
        journal = null;
        writePointer(home, { model, dimension, table: name, complete: true });
        current = name;
        problem = null;
        opened = { name, table: Promise.resolve(table) };
        needsOptimize = changes.length > 0;
      });
      await readersDone();
    } finally {
      if (journal === changes) journal = null;
      removeOtherTables(home, current);
    }
  }

  return {
    async upsert(given) {
      if (given.length === 0) return;
      for (const row of given) requireVector(row.vector, dimension);
      await mutex.run(async () => {
        await change((table) => applyChange(table, { rows: given }));
        rows += given.length;
        journal?.push({ rows: given });
      });
      optimizeSoon();
    },
    async remove(kind, entityIds) {
      if (entityIds.length === 0) return;
      await mutex.run(async () => {
        requireOpen();
        noticeLoss();
        if (current !== null) await change((table) => applyChange(table, { kind, entityIds }));
        journal?.push({ kind, entityIds });
      });
      optimizeSoon();
    },
    async search(vector, filter, limit): Promise<VectorHit[]> {
      requireVector(vector, dimension);
      const where = whereOf(filter);
      noticeLoss();
      if (problem !== null) throw notReady(problem);
      const bounded = Math.min(Math.floor(limit), MAX_LIMIT);
      if (where === null || !(bounded >= 1)) return [];
      return readCurrent((table) => searchTable(table, vector, where, bounded), []);
    },
    count: () => readCurrent((table) => table.countRows(), 0),
    countByKind: () => readCurrent(countEntities, {}),
    marks: () => readCurrent(markEntities, new Map()),
    rewrite: (batches) => rewrites.run(() => rewrite(batches)),
    optimize,
    state() {
      noticeLoss();
      if (isRebuilding) return { state: "rebuilding", reason: problem };
      return problem === null ? { state: "ready", reason: null } : { state: "unavailable", reason: problem };
    },
    setRebuilding(on) {
      isRebuilding = on;
    },
    async close() {
      isClosed = true;
      await rewrites.run(() => Promise.resolve());
      await mutex.run(() => Promise.resolve());
      await readersDone();
      const handle = await lancePromise?.catch(() => null);
      const table = await opened?.table.catch(() => null);
      table?.close();
      handle?.connection.close();
    },
  };
}

function patienceFor(rows: number): number {
  const { least, most, ofRows } = OPTIMIZE_AFTER_WRITES;
  return Math.round(Math.min(Math.max(rows * ofRows, least), most));
}

/** Batches of a fragment's size, whatever size they come in. */
async function* regroup(batches: AsyncIterable<VectorRow[]>): AsyncGenerator<VectorRow[]> {
  let waiting: VectorRow[] = [];
  for await (const batch of batches) {
    waiting = waiting.concat(batch);
    while (waiting.length >= REWRITE_ROWS) yield waiting.splice(0, REWRITE_ROWS);
  }
  if (waiting.length > 0) yield waiting;
}
