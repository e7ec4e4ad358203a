/**
 * What hosts send, made durable: adapt → clean (both outside the transaction) → commit in chunks → answer after the last.
 * Everything is idempotent, so a sender that got no answer sends the same again.
 */
import { setImmediate } from "node:timers/promises";
import { ZodError } from "zod";
import { type CaptureEvent, IngestItem, type IngestResult } from "../contract/capture";
import type { Actor } from "../contract/common";
import { AppError } from "../contract/errors";
import { explainIssue, sentenceOf } from "../contract/explain-issue";
import type { App } from "../context";
import { write } from "../db/write";
import { adaptItem } from "../hosts/registry";
import { readSettings } from "../settings/service";
import { closeChunk, openChunk } from "./chunk";
import { prepareEvent } from "./prepare";
import type { Prepared, Stored } from "./prepared";
import { captureStatements } from "./repo";
import { withoutSplitPrivate } from "./split-private";
import { storeEvent } from "./store";

const CHUNK_ITEMS = 50;

/** An item as it arrived, or why not even that much can be said of it (a broken line). */
export type RawItem = { value: unknown } | { error: string };

type Outcome = Stored | { did: "rejected"; error: string };
/** Senders that do not say who they are. */
const UNNAMED: Actor = { kind: "agent", name: "api" };

/** What one request learns on its way. */
interface Request {
  actor: Actor;
  /** First folder by session. */
  folders: Map<string, string | undefined>;
  memo: Map<string, string | null>;
}
interface Waiting {
  index: number;
  events: Prepared[];
}

/**
 * Stores items and answers when they are durable. One bad item never spoils the rest: it is listed under `rejected`
 * with its index. Throws only when the store itself fails (`disk_full`, `busy`); items committed by then are
 * duplicates when they are sent again. `actor` is who an import is attributed to.
 */
export function ingest(app: App, items: readonly unknown[], actor?: Actor): Promise<IngestResult> {
  return ingestRaw(
    app,
    items.map((value) => ({ value })),
    actor,
  );
}

/** {@link ingest} for readers of lines, some of which may not be JSON at all. */
export async function ingestRaw(app: App, items: readonly RawItem[], actor = UNNAMED): Promise<IngestResult> {
  const result: IngestResult = { accepted: 0, duplicates: 0, skipped: {}, rejected: [] };
  const request: Request = { actor, folders: new Map(), memo: new Map() };
  const titles: Waiting[] = [];
  for (let start = 0; start < items.length; start += CHUNK_ITEMS) {
    if (start > 0) await setImmediate();
    const waiting: Waiting[] = [];
    items.slice(start, start + CHUNK_ITEMS).forEach((item, offset) => {
      const index = start + offset;
      const prepared = prepareItem(app, item, request);
      if (!Array.isArray(prepared)) count(result, index, prepared);
      else (prepared.every((event) => event.type === "title") ? titles : waiting).push({ index, events: prepared });
    });
    commit(app, request, waiting, result);
  }
  // Title lines have neither time nor folder and often stand before all others: alone they make no session.
  for (let start = 0; start < titles.length; start += CHUNK_ITEMS) {
    await setImmediate();
    commit(app, request, titles.slice(start, start + CHUNK_ITEMS), result);
  }
  result.rejected.sort((a, b) => a.index - b.index);
  return result;
}

function prepareItem(app: App, raw: RawItem, { folders, memo }: Request): Prepared[] | Outcome {
  if ("error" in raw) return { did: "rejected", error: raw.error };
  try {
    const item = IngestItem.parse(raw.value);
    const adapted = adaptItem(item);
    if ("skip" in adapted) return { did: "skipped", reason: adapted.skip };
    if (isGuarded(app, adapted.events)) return { did: "skipped", reason: "stop_hook_active" };
    return withoutSplitPrivate(adapted.events).map((event, index) => {
      const id = `${event.host}\n${event.hostSessionId}`;
      if (!folders.has(id)) folders.set(id, firstFolder(app, event.host, event.hostSessionId));
      if (folders.get(id) === undefined && event.cwd !== undefined) folders.set(id, event.cwd);
      const context = { now: app.now(), sessionCwd: folders.get(id), idempotencyKey: item.idempotencyKey, index, memo };
      return prepareEvent(app, event, context);
    });
  } catch (error) {
    if (error instanceof ZodError || error instanceof AppError) return { did: "rejected", error: sentence(error) };
    app.log.error({ err: error }, "an event could not be prepared");
    return { did: "rejected", error: "The item could not be read." };
  }
}

/** E91: nothing that happens at a Stop which a Stop hook caused can keep such a loop going. */
const isGuarded = (app: App, events: CaptureEvent[]): boolean =>
  events.some((event) => event.type === "turn_end" && event.isRepeat === true) && readSettings(app).stop_hook_safe;

function firstFolder(app: App, host: string, hostSessionId: string): string | undefined {
  return captureStatements(app.db).session.get({ host, hostSessionId })?.cwd ?? undefined;
}

function sentence(error: ZodError | AppError): string {
  if (error instanceof AppError) return error.hint === undefined ? error.message : `${error.message} ${error.hint}`;
  const first = error.issues[0];
  return first === undefined ? "The item is not valid." : sentenceOf(explainIssue(first), "The item");
}

function commit(app: App, request: Request, waiting: Waiting[], result: IngestResult): void {
  if (waiting.length === 0) return;
  commitOrSplit(app, request, waiting).forEach((outcome, at) => count(result, waiting[at]?.index ?? 0, outcome));
}

/** One transaction; if an item breaks it, each item gets its own, so that only the broken one is refused. */
function commitOrSplit(app: App, request: Request, waiting: Waiting[]): Outcome[] {
  try {
    return commitTogether(app, request, waiting);
  } catch (error) {
    if (isStoreFailure(error)) throw error;
    app.log.warn({ err: error, items: waiting.length }, "a chunk was refused; its items are stored one by one");
  }
  return waiting.map((item) => {
    try {
      return commitTogether(app, request, [item])[0] ?? { did: "rejected", error: "not stored" };
    } catch (error) {
      if (isStoreFailure(error)) throw error;
      app.log.error({ err: error, index: item.index }, "an item could not be stored");
      return { did: "rejected", error: "The item could not be stored; the server's log says why." };
    }
  });
}

function commitTogether(app: App, { actor }: Request, waiting: Waiting[]): Outcome[] {
  return write(app, (tx) => {
    const chunk = openChunk(app, tx, actor);
    const outcomes = waiting.map(({ events }) => together(events.map((event) => storeEvent(chunk, event))));
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

function count(result: IngestResult, index: number, outcome: Outcome): void {
  switch (outcome.did) {
    case "stored":
      result.accepted += 1;
      return;
    case "duplicate":
      result.duplicates += 1;
      return;
    case "skipped":
      result.skipped[outcome.reason] = (result.skipped[outcome.reason] ?? 0) + 1;
      return;
    case "rejected":
      result.rejected.push({ index, error: outcome.error });
      return;
  }
}
