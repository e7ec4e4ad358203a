/** How fast one key may ask: a bucket that fills again. In memory: a restart forgives. */
import type { App } from "../context";

/** Requests at once, and a second in the long run: more than a busy machine of agents needs. */
export const BURST = 600;
export const PER_SECOND = 100;

interface Bucket {
  left: number;
  at: number;
}

const KEY = Symbol.for("keepsake.gateway-rates");
/** On globalThis: each route is a module instance of its own. */
type Slot = { [KEY]?: WeakMap<App, Map<number, Bucket>> };

/** False when the key asked too often; else one request is taken from what it has left. */
export function takeRequest(app: App, tokenId: number): boolean {
  const slot = globalThis as Slot;
  const all = (slot[KEY] ??= new WeakMap<App, Map<number, Bucket>>());
  let buckets = all.get(app);
  if (buckets === undefined) all.set(app, (buckets = new Map<number, Bucket>()));
  const now = app.now();
  const known = buckets.get(tokenId) ?? { left: BURST, at: now };
  const left = Math.min(BURST, known.left + (Math.max(0, now - known.at) / 1000) * PER_SECOND);
  buckets.set(tokenId, { left: left >= 1 ? left - 1 : left, at: now });
  return left >= 1;
}
