/** Commits prepared items, and says what became of each. */
import type { Actor } from "../contract/common";
import type { App } from "../context";
import { write } from "../db/write";
import { closeChunk, openChunk } from "./chunk";
import type { Prepared, Stored } from "./prepared";
import { storeEvent } from "./store";

/** Items of one transaction. */
export const CHUNK_ITEMS = 50;

export type Outcome = Stored | { did: "rejected"; error: string };

/**
 * Stores prepared items in one transaction and answers what became of each; if an item breaks it, each gets its own, so
 * that only the broken one is refused. Throws only when the store itself fails.
 */
export function commitItems(app: App, actor: Actor, items: Prepared[][]): Outcome[] {
  if (items.length === 0) return [];
  try {
    return commitTogether(app, actor, items);
  } catch (error) {
    if (isStoreFailure(error)) throw error;
    app.log.warn({ err: error, items: items.length }, "a chunk was refused; its items are stored one by one");
  }
  return items.map((item, index) => {
    try {
      return commitTogether(app, actor, [item])[0] ?? { did: "rejected", error: "not stored" };
    } catch (error) {
      if (isStoreFailure(error)) throw error;
      app.log.error({ err: error, index }, "an item could not be stored");
      return { did: "rejected", error: "The item could not be stored; the server's log says why." };
    }
  });
}

function commitTogether(app: App, actor: Actor, items: Prepared[][]): Outcome[] {
  return write(app, (tx) => {
    const chunk = openChunk(app, tx, actor);
    const outcomes = items.map((events) => together(events.map((event) => storeEvent(chunk, event))));
    closeChunk(chunk);
    return outcomes;
  });
}

/** Of an item with several events: stored if one was, else a duplicate if one was, else skipped for the first reason. */
function together(stored: Stored[]): Outcome {
  return (
    stored.find((one) => one.did === "stored") ??
    stored.find((one) => one.did === "duplicate") ??
    stored[0] ?? { did: "skipped", reason: "empty" }
  );
}

/** The store is full, locked or broken: nothing is the item's fault, and the sender has to come again. */
function isStoreFailure(error: unknown): boolean {
  const codes = [error, (error as { cause?: unknown } | null)?.cause].map((one) =>
    String((one as { code?: unknown } | null)?.code),
  );
  return codes.some((code) =>
    /^(?:SQLITE_(?:FULL|IOERR|BUSY|LOCKED|CORRUPT|READONLY|CANTOPEN|NOTADB)|ENOSPC)/.test(code),
  );
}
