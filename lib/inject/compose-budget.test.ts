import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { TraceEntry } from "../contract/inject";
import type { Settings } from "../contract/settings";
import { hookReply } from "../hosts/claude-code/reply";
import { inUtc } from "../testing/inject-candidates";
import { NOW } from "../testing/inject-rows";
import { candidatesOf, type RandomStore, randomStore, settingsOf } from "../testing/random-stores";
import { composeBlock } from "./compose";
import { keyPrefix } from "./keys";
import { heldBy, rebuildBlock } from "./trace";

inUtc();

const HOST_CAP = 10_000;

function build(given: RandomStore) {
  const settings = settingsOf(given);
  const frame = { project: given.project, branch: given.branch, now: NOW, maxChars: settings.inject_max_chars };
  return { settings, ...composeBlock(candidatesOf(given), settings, frame) };
}

/** Ten thousand stores, in parts that each have their own time-out. */
const PARTS = Array.from({ length: 10 }, (_, part) => part + 1);
const STORES_EACH = 1_000;

describe("budgets are absolute (E31–E34, E36)", () => {
  it.each(PARTS)(
    "E36, E121: the whole, its form on the wire and each layer, for random stores; equal stores give equal bytes (part %i of 10)",
    (part) => {
      const count = { blocks: 0, cut: 0, first: 0 };
      fc.assert(
        fc.property(randomStore, (given) => {
          const { text, trace, settings, memoryIds } = build(given);
          checkWhole(text, settings.inject_max_chars);
          checkTrace(text, trace);
          checkLayers(given, trace, settings, count);
          expect(memoryIds.filter((id) => given.barred.includes(id))).toEqual([]);
          expect(build(given).text).toBe(text);
          if (text !== "") count.blocks += 1;
          count.cut += trace.filter((entry) => !entry.included).length;
        }),
        { numRuns: STORES_EACH, seed: 20_261_130 + part },
      );
      // The stores are of every kind: with and without a block, with things cut, with first items over their budget.
      expect(count.blocks).toBeGreaterThan(STORES_EACH / 2);
      expect(count.blocks).toBeLessThan(STORES_EACH);
      expect(count.cut).toBeGreaterThan(STORES_EACH);
      expect(count.first).toBeGreaterThan(0);
    },
    60_000,
  );
});

function checkWhole(text: string, maxChars: number): void {
  expect(text.length).toBeLessThanOrEqual(Math.min(maxChars, HOST_CAP));
  const stdout = JSON.stringify(hookReply("SessionStart", text));
  expect(stdout.length).toBeLessThan(HOST_CAP);
  expect([...stdout].length).toBeLessThan(HOST_CAP);
  if (text !== "") expect(text.match(/<\s*\/?\s*keepsake-memory/gi)).toHaveLength(2);
}

function checkTrace(text: string, trace: TraceEntry[]): void {
  expect(rebuildBlock(JSON.parse(JSON.stringify(trace)) as TraceEntry[])).toBe(text);
  const wrong = trace.filter(
    ({ text: shown, chars, tokens, included, reason }) =>
      (shown !== null) !== included ||
      (shown !== null && shown.length !== chars) ||
      tokens !== Math.ceil(chars / 4) ||
      reason === "",
  );
  expect(wrong).toEqual([]);
  const held = heldBy(trace).map(({ type, id }) => `${type}:${id}`);
  expect(new Set(held).size).toBe(held.length);
}

function checkLayers(given: RandomStore, trace: TraceEntry[], settings: Settings, count: { first: number }): void {
  const of = (layer: string) => trace.filter((entry) => entry.layer === layer && entry.type !== "frame");
  const taken = (layer: string) => of(layer).filter((entry) => entry.included);
  const pinned = taken("pinned").length;
  const layers: [string, number, number][] = [
    ["digest", Number.POSITIVE_INFINITY, settings.digest_max_chars],
    ["pinned", settings.inject_pinned_max_count, settings.inject_pinned_max_chars],
    ["scored", Math.max(0, settings.inject_max_count - pinned), Number.POSITIVE_INFINITY],
    ["observations", settings.context_observations, Number.POSITIVE_INFINITY],
    ["index", Number.POSITIVE_INFINITY, settings.inject_index_max_chars],
  ];
  for (const [layer, maxCount, maxChars] of layers) {
    const entries = taken(layer);
    expect(entries.length).toBeLessThanOrEqual(maxCount);
    const chars = entries.reduce((sum, entry) => sum + entry.chars, 0);
    if (maxChars === 0) expect(entries).toEqual([]);
    else if (entries.length > 1) expect(chars).toBeLessThanOrEqual(maxChars);
    else if (chars > maxChars) count.first += 1;
    const firstTaken = of(layer).findIndex((entry) => entry.included);
    const before = of(layer).slice(0, firstTaken === -1 ? undefined : firstTaken);
    expect(before.filter((entry) => entry.reason === "over the layer's characters")).toEqual([]);
  }
  const prefixOf = new Map(candidatesOf(given).normal.map(({ row }) => [row.id, keyPrefix(row.key)]));
  const perPrefix = new Map<string, number>();
  for (const { id } of taken("scored")) {
    const prefix = prefixOf.get(id) ?? "";
    perPrefix.set(prefix, (perPrefix.get(prefix) ?? 0) + 1);
  }
  expect(Math.max(0, ...perPrefix.values())).toBeLessThanOrEqual(settings.inject_key_prefix_quota);
  const barred = heldBy(trace).filter(
    ({ type, id }) =>
      (type === "memory" && given.barred.includes(id)) ||
      (type === "observation" && given.barredObservations.includes(id)),
  );
  expect(barred).toEqual([]);
}
