/** Order of work in the embedding thread: queries before passages, passages of like length together. */
import type { TextKind } from "./protocol";

/** Rows × longest row, in tokens; more is no faster and needs far more memory. */
const MAX_BATCH_TOKENS = 1_024;

export interface Item {
  request: Request;
  /** Place in the request. */
  index: number;
  text: string;
}

export interface Request {
  id: number;
  kind: TextKind;
  vectors: Float32Array;
  /** Items that wait, longest first, so that the shortest are taken from the end. */
  waiting: Item[];
  left: number;
}

export interface Backlog {
  add(id: number, kind: TextKind, texts: string[]): Request;
  /** The next batch and its request, or null when nothing waits. */
  next(countTokens: (text: string) => number): { request: Request; items: Item[] } | null;
  /** Forgets what still waits of a request that failed. */
  drop(request: Request): void;
}

export function createBacklog(dimension: number): Backlog {
  const queues: Record<TextKind, Request[]> = { query: [], passage: [] };
  return {
    add(id, kind, texts) {
      const request: Request = {
        id,
        kind,
        vectors: new Float32Array(texts.length * dimension),
        waiting: [],
        left: texts.length,
      };
      request.waiting = texts
        .map((text, index) => ({ request, index, text }))
        .sort((a, b) => b.text.length - a.text.length);
      queues[kind].push(request);
      return request;
    },
    next(countTokens) {
      const queue = queues.query.length > 0 ? queues.query : queues.passage;
      const request = queue[0];
      if (request === undefined) return null;
      const items = takeBatch(request.waiting, countTokens);
      if (request.waiting.length === 0) queue.shift();
      return { request, items };
    },
    drop(request) {
      const queue = queues[request.kind];
      const at = queue.indexOf(request);
      if (at >= 0) queue.splice(at, 1);
    },
  };
}

/** Takes items from the end while rows × longest stays within the bound; at least one. */
function takeBatch(waiting: Item[], countTokens: (text: string) => number): Item[] {
  const items: Item[] = [];
  let longest = 0;
  for (let item = waiting.at(-1); item !== undefined; item = waiting.at(-1)) {
    const widest = Math.max(longest, countTokens(item.text));
    if (items.length > 0 && widest * (items.length + 1) > MAX_BATCH_TOKENS) break;
    items.push(item);
    waiting.pop();
    longest = widest;
  }
  return items;
}
