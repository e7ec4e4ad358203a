/**
 * Turns that a host has accepted and the gateway has not yet: one file each, whole or not there. They are sent in order, each
 * under request ids of its own, so that one that is sent again after a crash is answered as before.
 */
import type { Client } from "../client";
import { describeError, EvermeError } from "../errors";
import { fileNameOf, makePrivate, readState, removePrivate, writePrivate } from "../runtime/files";
import { convertAgentMessage } from "../messages";
import { flushAgentMemory, saveAgentMemory } from "../save";
import { type HostMessage, storeBatches } from "./store-batches";

export interface AcceptedTurn {
  sessionId: string;
  /** The host's key of this turn. */
  key: string;
  /** Cleaned. */
  messages: readonly unknown[];
}

export interface Outbox {
  /** False = this turn was kept before. Durable when it resolves. */
  add(turn: AcceptedTurn): Promise<boolean>;
  /** Sends what waits, oldest first, up to the first fault, which `log` is told. Never throws. */
  deliver(client: Client): Promise<void>;
}

export interface OutboxOptions {
  dir: string;
  /** Turns of a session between two flushes; 0 = never. */
  flushEveryTurns: number;
  log(line: string): void;
  now?: () => number;
}

/** Keys remembered, so that a host may ask again. */
const MAX_KEYS = 1000;
/** Turns that wait for a gateway that is away; the oldest ones go first. */
const MAX_WAITING = 1000;
const INDEX = "committed.json";
const TURN = /^\d{16}-.*\.turn\.json$/;

export function createOutbox({ dir, flushEveryTurns, log, now = Date.now }: OutboxOptions): Outbox {
  let last: Promise<unknown> = Promise.resolve();
  let delivering: Promise<void> | null = null;
  let isWanted = false;
  let order = 0;
  const oneByOne = <T>(work: () => Promise<T>): Promise<T> => {
    const next = last.then(work, work);
    last = next.catch(() => undefined);
    return next;
  };

  const waiting = async (): Promise<string[]> => {
    const { readdir } = await import("node:fs/promises");
    await makePrivate(dir);
    return (await readdir(dir)).filter((name) => TURN.test(name)).sort();
  };

  const add = async ({ sessionId, key, messages }: AcceptedTurn): Promise<boolean> => {
    const id = await hashOf(`${sessionId}\n${key}`);
    const keys = keysIn(await readState(`${dir}/${INDEX}`));
    const files = await waiting();
    if (keys.includes(id) || files.some((name) => name.endsWith(`-${id}.turn.json`))) return false;
    for (const name of files.slice(0, Math.max(0, files.length - MAX_WAITING + 1))) {
      await removePrivate(`${dir}/${name}`);
      log("the gateway has been away for too long: the oldest turn was given up");
    }
    // Two of one millisecond keep their order.
    order = Math.max(order + 1, now() * 1000);
    const place = String(order).padStart(16, "0");
    await writePrivate(dir, `${place}-${id}.turn.json`, JSON.stringify({ id, sessionId, messages }));
    await writePrivate(dir, INDEX, JSON.stringify({ keys: [...keys, id].slice(-MAX_KEYS) }));
    return true;
  };

  const deliverAll = async (client: Client): Promise<void> => {
    try {
      while (isWanted) {
        isWanted = false;
        for (const name of await oneByOne(waiting)) {
          const turn = await readState(`${dir}/${name}`);
          if (turn !== null) await sendOrGiveUp(client, turn);
          await removePrivate(`${dir}/${name}`);
        }
      }
    } catch (error) {
      log(`a turn waits to be sent again: ${describeError(error)}`);
    }
  };

  const sendOrGiveUp = async (client: Client, turn: Record<string, unknown>): Promise<void> => {
    try {
      await send(client, turn);
    } catch (error) {
      if (!isRefused(error)) throw error;
      log(`a turn is not taken and was given up: ${describeError(error)}`);
    }
  };

  const send = async (client: Client, turn: Record<string, unknown>): Promise<void> => {
    const { id, sessionId, messages } = turn;
    if (typeof id !== "string" || typeof sessionId !== "string" || !Array.isArray(messages)) return;
    const known = (messages as unknown[]).filter((one) => convertAgentMessage(one) !== null) as HostMessage[];
    const batches = storeBatches(known, 0, { wholeTasks: false });
    const numbered = withRequestIds(client, id);
    for (const [at, batch] of batches.entries()) {
      await saveAgentMemory(numbered, {
        conversationId: sessionId,
        messages: batch.messages,
        flush: false,
        sync: true,
        channel: "hook",
        turns: at === batches.length - 1 ? 1 : 0,
      });
    }
    await flushWhereDue(client, sessionId);
  };

  /** Counted only when it went well: else the turn is sent again, and asks for its flush again. */
  const flushWhereDue = async (client: Client, sessionId: string): Promise<void> => {
    if (flushEveryTurns === 0) return;
    const name = `${await fileNameOf(sessionId)}.flush.json`;
    const since = (await readState(`${dir}/${name}`))?.["turns"];
    const turns = (typeof since === "number" && Number.isInteger(since) ? since : 0) + 1;
    const isDue = turns >= flushEveryTurns;
    if (isDue) await flushAgentMemory(client, { conversationId: sessionId });
    await writePrivate(dir, name, JSON.stringify({ turns: isDue ? 0 : turns }));
  };

  return {
    add: (turn) => oneByOne(() => add(turn)),
    deliver(client) {
      // A turn that was added while others are being sent is looked for once more.
      isWanted = true;
      return (delivering ??= deliverAll(client).finally(() => {
        delivering = null;
      }));
    },
  };
}

/** The gateway says no to this one, and would tomorrow: it must not hold up the others. */
const isRefused = (error: unknown): boolean =>
  error instanceof EvermeError && error.code >= 40_000 && error.code < 50_000;

/** The nth request of a turn has the same id each time. */
function withRequestIds(client: Client, id: string): Client {
  let count = 0;
  const requestWithMeta: Client["requestWithMeta"] = (method, path, body, options = {}) =>
    client.requestWithMeta(method, path, body, { ...options, requestId: `${id}-${count++}` });
  return {
    requestWithMeta,
    request: async <T>(...call: Parameters<Client["request"]>) => (await requestWithMeta<T>(...call)).result,
  };
}

const keysIn = (state: Record<string, unknown> | null): string[] =>
  Array.isArray(state?.["keys"])
    ? (state["keys"] as unknown[]).filter((one): one is string => typeof one === "string")
    : [];

async function hashOf(text: string): Promise<string> {
  const hash = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return [...new Uint8Array(hash).slice(0, 20)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
