/** Sums over the blocks that were sent: how many, what they took, and what of it was used, by host and event. */
import { setImmediate } from "node:timers/promises";
import type { App } from "../context";
import type { InjectionFilter, InjectionTotals } from "../contract/inject";
import { estimateTokens } from "../text/estimate";
import { type ItemSums, itemSums, NONE, type SentBlock, sentBlocks } from "./list-query";
import { filterOf, stateOf } from "./stored";

/** Blocks whose items are summed at once: a few tens of milliseconds. */
const CHUNK = 1_000;

type Sums = ItemSums & { blocks: number; chars: number };
type Sent = Omit<InjectionTotals, "hosts" | "events">;

/** Sums over all that a filter leaves. Lets others work in between: very many blocks take a while. */
export async function injectionTotals(app: App, query: InjectionFilter): Promise<InjectionTotals> {
  const blocks = sentBlocks(app.db, filterOf(app, query));
  const total = none();
  const hosts = new Map<string | null, Sums>();
  const events = new Map<string, Sums>();
  for (let start = 0; start < blocks.length; start += CHUNK) {
    if (start > 0) await setImmediate();
    const chunk = blocks.slice(start, start + CHUNK);
    const items = itemSums(
      app.db,
      chunk.map(({ id }) => id),
    );
    for (const block of chunk) {
      const held = items.get(block.id) ?? NONE;
      if (query.use !== undefined && stateOf(held) !== query.use) continue;
      for (const sums of [total, entryOf(hosts, block.host), entryOf(events, block.event)]) add(sums, block, held);
    }
  }
  const most = (a: [unknown, Sums], b: [unknown, Sums]): number => b[1].blocks - a[1].blocks;
  return {
    ...withTokens(total),
    hosts: [...hosts].sort(most).map(([host, sums]) => ({ host, ...withTokens(sums) })),
    events: [...events].sort(most).map(([event, sums]) => ({ event, blocks: sums.blocks })),
  };
}

const none = (): Sums => ({ blocks: 0, chars: 0, ...NONE });

function entryOf<K>(map: Map<K, Sums>, key: K): Sums {
  const sums = map.get(key) ?? none();
  map.set(key, sums);
  return sums;
}

function add(sums: Sums, { chars }: SentBlock, held: ItemSums): void {
  sums.blocks += 1;
  sums.chars += chars;
  for (const name of Object.keys(NONE) as (keyof ItemSums)[]) sums[name] += held[name];
}

const withTokens = (sums: Sums): Sent => ({ ...sums, tokens: estimateTokens(sums.chars) });
