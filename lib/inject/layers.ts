/** What each layer of a block takes of it. Pure. */
import type { Injection } from "../contract/inject";
import type { InjectionPreview } from "../contract/inject-preview";
import { LAYERS } from "../contract/trace-reason";
import { estimateTokens } from "../text/estimate";

/** Each line counts with its line end, the last one without: together they are as long as the block. In the block's order. */
export function layersOf({ trace }: Pick<Injection, "trace">): InjectionPreview["layers"] {
  const last = trace.findLastIndex(({ text }) => text !== null);
  const layers = new Map<string, { chars: number; items: number; cut: number }>();
  trace.forEach(({ layer, type, text, included }, at) => {
    const sum = layers.get(layer) ?? { chars: 0, items: 0, cut: 0 };
    sum.chars += text === null ? 0 : text.length + (at === last ? 0 : 1);
    if (type !== "frame") sum[included ? "items" : "cut"] += 1;
    layers.set(layer, sum);
  });
  const order = (layer: string): number => LAYERS.findIndex((known) => known === layer);
  return [...layers]
    .sort(([a], [b]) => order(a) - order(b))
    .map(([layer, sum]) => ({ layer, ...sum, tokens: estimateTokens(sum.chars) }));
}
