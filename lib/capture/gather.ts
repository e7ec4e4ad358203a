/**
 * What several senders post at the same moment is stored in one transaction: one commit, one flush of the word index and one
 * wake of the runner cost as much for one event as for ten. Nothing is answered before it is durable.
 */
import type { Actor } from "../contract/common";
import type { App } from "../context";
import { CHUNK_ITEMS, commitItems, type Outcome } from "./commit";
import type { Prepared } from "./prepared";

interface Waiting {
  actor: Actor;
  events: Prepared[];
  resolve: (outcome: Outcome) => void;
  reject: (error: unknown) => void;
}

const KEY = Symbol.for("keepsake.capture-waiting");
/** Route handlers are different module instances, and all of them must see what waits. */
type Slot = { [KEY]?: WeakMap<App, Waiting[]> };

function waitingOf(app: App): Waiting[] {
  const slot = globalThis as Slot;
  slot[KEY] ??= new WeakMap();
  let waiting = slot[KEY].get(app);
  if (waiting === undefined) slot[KEY].set(app, (waiting = []));
  return waiting;
}

/**
 * Stores one item together with what else arrives before the event loop comes round; answers what became of it once it is
 * durable. Rejects only when the store itself fails.
 */
export function commitSoon(app: App, actor: Actor, events: Prepared[]): Promise<Outcome> {
  return new Promise((resolve, reject) => {
    const waiting = waitingOf(app);
    waiting.push({ actor, events, resolve, reject });
    if (waiting.length >= CHUNK_ITEMS) commitWaiting(app);
    else if (waiting.length === 1) setImmediate(() => commitWaiting(app));
  });
}

/** {@link commitItems} behind what waits: the order of arrival is the order of storing. */
export function commitInOrder(app: App, actor: Actor, items: Prepared[][]): Outcome[] {
  commitWaiting(app);
  return commitItems(app, actor, items);
}

function commitWaiting(app: App): void {
  const waiting = waitingOf(app).splice(0);
  for (let start = 0; start < waiting.length;) {
    const { actor } = waiting[start] as Waiting;
    let end = start + 1;
    while (end < waiting.length && isSame(actor, waiting[end]?.actor)) end += 1;
    commitTogether(app, actor, waiting.slice(start, end));
    start = end;
  }
}

const isSame = (one: Actor, other: Actor | undefined): boolean => one.kind === other?.kind && one.name === other.name;

function commitTogether(app: App, actor: Actor, waiting: Waiting[]): void {
  try {
    const items = waiting.map(({ events }) => events);
    const outcomes = commitItems(app, actor, items);
    waiting.forEach(({ resolve }, at) => resolve(outcomes[at] ?? { did: "rejected", error: "not stored" }));
  } catch (error) {
    // Each sender is told, and comes again; what fails here is the store, not one of the items.
    for (const { reject } of waiting) reject(error);
  }
}
