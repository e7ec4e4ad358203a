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
import { writeOrTry } from "../db/dry-run";
import { adaptItem } from "../hosts/registry";
import { readSettings } from "../settings/service";
import { CHUNK_ITEMS, commitItems, type Outcome } from "./commit";
import { toolSkipper } from "./excluded-tools";
import { commitInOrder, commitSoon } from "./gather";
import { prepareEvent } from "./prepare";
import type { Prepared } from "./prepared";
import { captureStatements } from "./repo";
import { withoutSplitPrivate } from "./split-private";

/** An item as it arrived, or why not even that much can be said of it (a broken line). */
export type RawItem = { value: unknown } | { error: string };

/** Senders that do not say who they are. */
const UNNAMED: Actor = { kind: "agent", name: "api" };

/** What became of an item, or would, and the events that it holds. */
export interface Tried {
  outcome: Outcome;
  events: Prepared[];
}

/** What one request learns on its way. */
interface Request {
  actor: Actor;
  /** First folder by session. */
  folders: Map<string, string | undefined>;
  memo: Map<string, string | null>;
  skipsTool: (name: string) => boolean;
}
interface Waiting {
  index: number;
  events: Prepared[];
}

/**
 * Stores items and answers when they are durable. One bad item never spoils the rest: it is listed under `rejected`
 * with its index. Throws only when the store itself fails (`disk_full`, `busy`); items committed by then are
 * duplicates when they are sent again. `actor` is who an import is attributed to; `told` hears of each item.
 */
export function ingest(
  app: App,
  items: readonly unknown[],
  actor?: Actor,
  told?: (item: Tried) => void,
): Promise<IngestResult> {
  return ingestRaw(
    app,
    items.map((value) => ({ value })),
    actor,
    told,
  );
}

/** {@link ingest} for readers of lines, some of which may not be JSON at all. */
export async function ingestRaw(
  app: App,
  items: readonly RawItem[],
  actor = UNNAMED,
  told?: (item: Tried) => void,
): Promise<IngestResult> {
  const result: IngestResult = { accepted: 0, duplicates: 0, skipped: {}, rejected: [] };
  const tell = (index: number, outcome: Outcome, events: Prepared[]): void => {
    count(result, index, outcome);
    told?.({ outcome, events });
  };
  const request = openRequest(app, actor);
  const titles: Waiting[] = [];
  for (let start = 0; start < items.length; start += CHUNK_ITEMS) {
    if (start > 0) await setImmediate();
    const waiting: Waiting[] = [];
    items.slice(start, start + CHUNK_ITEMS).forEach((item, offset) => {
      const index = start + offset;
      const prepared = prepareItem(app, item, request);
      if (!Array.isArray(prepared)) tell(index, prepared, []);
      else (prepared.every((event) => event.type === "title") ? titles : waiting).push({ index, events: prepared });
    });
    commit(app, actor, waiting, tell);
  }
  // Title lines have neither time nor folder and often stand before all others: alone they make no session.
  for (let start = 0; start < titles.length; start += CHUNK_ITEMS) {
    await setImmediate();
    commit(app, actor, titles.slice(start, start + CHUNK_ITEMS), tell);
  }
  result.rejected.sort((a, b) => a.index - b.index);
  return result;
}

/**
 * {@link ingest} that leaves nothing behind: each chunk is stored and rolled back, so that what it answers is true of the store
 * as it is. What one chunk would have brought is unknown to the next.
 */
export async function tryIngest(
  app: App,
  items: readonly unknown[],
  actor: Actor,
  told: (item: Tried) => void,
): Promise<void> {
  const request = openRequest(app, actor);
  for (let start = 0; start < items.length; start += CHUNK_ITEMS) {
    if (start > 0) await setImmediate();
    const some = items.slice(start, start + CHUNK_ITEMS).map((value) => prepareItem(app, { value }, request));
    const prepared = some.filter(Array.isArray);
    let stored: Outcome[] = [];
    writeOrTry(app, true, () => void (stored = commitItems(app, actor, prepared)));
    for (const one of some) {
      told(Array.isArray(one) ? { outcome: stored.shift() ?? NOT_STORED, events: one } : { outcome: one, events: [] });
    }
  }
}

/** Events without a host's adapter, as one item: they are stored together or not at all. */
export interface EventItem {
  events: CaptureEvent[];
  /** The same key again is a duplicate. */
  idempotencyKey?: string | undefined;
}

/**
 * {@link ingest} below the adapters: cleans and stores captured events, and answers what became of each item when all
 * are durable. Throws only when the store itself fails.
 */
export async function ingestEvents(app: App, items: readonly EventItem[], actor = UNNAMED): Promise<Outcome[]> {
  const request = openRequest(app, actor);
  const outcomes: Outcome[] = [];
  for (let start = 0; start < items.length; start += CHUNK_ITEMS) {
    if (start > 0) await setImmediate();
    const some = items
      .slice(start, start + CHUNK_ITEMS)
      .map((item) => attempt(app, () => prepareEvents(app, item, request)));
    const stored = commitInOrder(app, actor, some.filter(Array.isArray));
    outcomes.push(...some.map((one) => (Array.isArray(one) ? (stored.shift() ?? NOT_STORED) : one)));
  }
  return outcomes;
}

/** {@link ingestEvents} for one item that many senders may post at once: they share a transaction. */
export async function ingestEvent(app: App, item: EventItem, actor = UNNAMED): Promise<Outcome> {
  const prepared = attempt(app, () => prepareEvents(app, item, openRequest(app, actor)));
  return Array.isArray(prepared) ? commitSoon(app, actor, prepared) : prepared;
}

/** Events as they may be stored, for who commits them together with rows of its own. Reads no more than git files. */
export const prepareCaptured = (app: App, events: CaptureEvent[]): Prepared[] =>
  prepareEvents(app, { events }, openRequest(app, UNNAMED));

const NOT_STORED: Outcome = { did: "rejected", error: "The item could not be stored." };

const openRequest = (app: App, actor: Actor): Request => ({
  actor,
  folders: new Map(),
  memo: new Map(),
  skipsTool: toolSkipper(readSettings(app).skip_tools),
});

function prepareItem(app: App, raw: RawItem, request: Request): Prepared[] | Outcome {
  if ("error" in raw) return { did: "rejected", error: raw.error };
  return attempt(app, () => {
    const item = IngestItem.parse(raw.value);
    const adapted = adaptItem(item);
    if ("skip" in adapted) return { did: "skipped", reason: adapted.skip };
    if (isGuarded(app, adapted.events)) return { did: "skipped", reason: "stop_hook_active" };
    return prepareEvents(app, { events: adapted.events, idempotencyKey: item.idempotencyKey }, request);
  });
}

function attempt(app: App, prepare: () => Prepared[] | Outcome): Prepared[] | Outcome {
  try {
    return prepare();
  } catch (error) {
    if (error instanceof ZodError || error instanceof AppError) return { did: "rejected", error: sentence(error) };
    app.log.error({ err: error }, "an event could not be prepared");
    return { did: "rejected", error: "The item could not be read." };
  }
}

function prepareEvents(app: App, { events, idempotencyKey }: EventItem, request: Request): Prepared[] {
  const { folders, memo, skipsTool } = request;
  return withoutSplitPrivate(events).map((event, index) => {
    const id = `${event.host}\n${event.hostSessionId}`;
    if (!folders.has(id)) folders.set(id, firstFolder(app, event.host, event.hostSessionId));
    if (folders.get(id) === undefined && event.cwd !== undefined) folders.set(id, event.cwd);
    const context = { now: app.now(), sessionCwd: folders.get(id), idempotencyKey, index, memo, skipsTool };
    return prepareEvent(app, event, context);
  });
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

function commit(
  app: App,
  actor: Actor,
  waiting: Waiting[],
  tell: (index: number, outcome: Outcome, events: Prepared[]) => void,
): void {
  const items = waiting.map(({ events }) => events);
  commitInOrder(app, actor, items).forEach((outcome, at) => {
    const one = waiting[at];
    if (one !== undefined) tell(one.index, outcome, one.events);
  });
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
