/** Each setting of injection changes the block, from wherever it was set. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { App } from "../context";
import type { SettingsPatch } from "../contract/settings";
import { saveSettings } from "../settings/service";
import { openTestApp, type TestApp } from "../testing";
import { inUtc } from "../testing/inject-candidates";
import { addMemories, addObservations, DAY } from "../testing/inject-rows";
import { addProject } from "../testing/places";
import { buildInjection } from "./service";

let test: TestApp;
let app: App;
let [shop, web] = [0, 0];
inUtc();
beforeEach(async () => {
  test = await openTestApp();
  app = test.app;
  [shop, web] = [addProject(app, "shop"), addProject(app, "web")];
});
afterEach(() => test.close());

const block = () => buildInjection(app, { cwd: "/w/shop", preview: true });
const taken = (layer: string) =>
  block()
    .trace.filter((entry) => entry.layer === layer && entry.type !== "frame" && entry.included)
    .map(({ id }) => id);
/** What `look` sees before and after the setting is made. */
const change = <T>(patch: SettingsPatch, look: () => T): [T, T] => {
  const before = look();
  saveSettings(app, patch);
  return [before, look()];
};
/** Each under a prefix of its own. */
const add = (count: number, given: (n: number) => object = () => ({})) =>
  addMemories(
    app,
    Array.from({ length: count }, (_, n) => ({ projectId: shop, key: `t${n}:fact:it:is`, ...given(n) })),
  );

describe("E121–E130: each key changes the block", () => {
  it("E121: inject_max_count and inject_max_chars", () => {
    add(60);
    expect(change({ inject_max_count: 7 }, () => taken("scored").length)).toEqual([50, 7]);
    saveSettings(app, { inject_max_count: null });
    const [before, after] = change({ inject_max_chars: 1_000 }, () => block().chars);
    expect([before > 3_000, after > 700, after <= 1_000]).toEqual([true, true, true]);
  });

  it("E122: inject_pinned_max_count and inject_pinned_max_chars", () => {
    add(12, () => ({ tier: "pinned", value: "p".repeat(150) }));
    expect(change({ inject_pinned_max_count: 4 }, () => taken("pinned").length)).toEqual([10, 4]);
    expect(change({ inject_pinned_max_chars: 400 }, () => taken("pinned").length)).toEqual([4, 2]);
  });

  it("E123: inject_index_max_chars; 0 leaves the index out", () => {
    add(60, () => ({ tier: "reference" }));
    const [before, after] = change({ inject_index_max_chars: 300 }, () => taken("index").length);
    expect(after).toBeGreaterThan(5);
    expect(before).toBeGreaterThan(after * 2);
    expect(change({ inject_index_max_chars: 0 }, () => taken("index").length)).toEqual([after, 0]);
  });

  it("E124: inject_key_prefix_quota", () => {
    add(6, (n) => ({ key: `app:same:fact:t${n}` }));
    expect(change({ inject_key_prefix_quota: 5 }, () => taken("scored").length)).toEqual([3, 5]);
  });

  it("E125: inject_w_importance, inject_w_recency, inject_w_frequency each decide who is first", () => {
    const [important, recent, frequent] = addMemories(app, [
      { projectId: shop, key: "a:x:y:z", importance: 10, updatedAt: app.now() - 100 * DAY },
      { projectId: shop, key: "b:x:y:z", importance: 1 },
      { projectId: shop, key: "c:x:y:z", importance: 1, accessCount: 20, updatedAt: app.now() - 100 * DAY },
    ]);
    const first = () => taken("scored")[0];
    expect(first()).toBe(important);
    expect(change({ inject_w_recency: 5 }, first)).toEqual([important, recent]);
    expect(change({ inject_w_frequency: 10 }, first)).toEqual([recent, frequent]);
    expect(change({ inject_w_importance: 10, inject_w_frequency: 0, inject_w_recency: 0 }, first)).toEqual([
      frequent,
      important,
    ]);
  });

  it("E126: inject_recency_tau_days decides how soon the recent outweighs the important", () => {
    const [old, fresh] = addMemories(app, [
      { projectId: shop, key: "a:x:y:z", importance: 7, updatedAt: app.now() - 7 * DAY },
      { projectId: shop, key: "b:x:y:z", importance: 5 },
    ]);
    const order = () => taken("scored");
    expect(change({ inject_recency_tau_days: 1_000 }, order)).toEqual([
      [fresh, old],
      [old, fresh],
    ]);
  });

  it("E127: inject_freq_norm_cap decides how many uses count as the most", () => {
    const [used, important] = addMemories(app, [
      { projectId: shop, key: "a:x:y:z", importance: 5, accessCount: 3 },
      { projectId: shop, key: "b:x:y:z", importance: 8 },
    ]);
    expect(change({ inject_freq_norm_cap: 3 }, () => taken("scored"))).toEqual([
      [important, used],
      [used, important],
    ]);
  });

  it("E128: inject_w_relevance is what a key that names the project is worth", () => {
    const [relevant, important] = addMemories(app, [
      { projectId: shop, key: "shop:x:y:z", importance: 5 },
      { projectId: shop, key: "other:x:y:z", importance: 7 },
    ]);
    expect(change({ inject_w_relevance: 0 }, () => taken("scored"))).toEqual([
      [relevant, important],
      [important, relevant],
    ]);
  });

  it("E129: inject_project_aliases", () => {
    const [first, aliased] = addMemories(app, [
      { projectId: shop, key: "aaa:x:y:z" },
      { projectId: shop, key: "storefront:x:y:z" },
    ]);
    expect(change({ inject_project_aliases: { shop: "storefront" } }, () => taken("scored"))).toEqual([
      [first, aliased],
      [aliased, first],
    ]);
  });

  it("E130: digest_days, digest_per_project, digest_max_chars", () => {
    const [today, before, older] = addMemories(
      app,
      ["2026-06-01", "2026-05-30", "2026-04-20"].map((date) => ({
        projectId: shop,
        key: `shop:progress:log:${date}`,
        value: `${"d".repeat(300)} ${date}`,
      })),
    );
    const digest = () => taken("digest");
    expect(change({ digest_days: 60, digest_per_project: 3 }, digest)).toEqual([
      [today, before],
      [today, before],
    ]);
    expect(change({ digest_max_chars: 2_000 }, digest)).toEqual([
      [today, before],
      [today, before, older],
    ]);
    expect(change({ digest_per_project: 1 }, digest)[1]).toEqual([today]);
    saveSettings(app, { digest_per_project: 3, digest_days: 1 });
    expect(digest()).toEqual([today]);
    expect(change({ digest_max_chars: 0 }, digest)).toEqual([[today], []]);
  });

  it("inject_scope and context_observations", () => {
    const [theirs] = addMemories(app, [{ projectId: web, key: "web:x:y:z" }]);
    addObservations(
      app,
      Array.from({ length: 5 }, (_, n) => ({
        projectId: shop,
        title: `Edited part number ${n} of the ${"abcde"[n]} file`,
      })),
    );
    expect(change({ inject_scope: "all" }, () => taken("scored"))).toEqual([[], [theirs]]);
    expect(change({ context_observations: 2 }, () => taken("observations").length)).toEqual([5, 2]);
  });
});

it("E136: the file's values hold in the block, missing keys keep their defaults, unknown ones are ignored", () => {
  add(60);
  const config = (values: object) => writeFileSync(join(test.home, "config.json"), JSON.stringify(values));
  config({ inject_max_count: 7, embedding_dim: 768, something_else: { deep: [1] } });
  expect(taken("scored")).toHaveLength(7);
  config({ inject_max_count: "many", inject_index_max_chars: 0 });
  expect([taken("scored").length, taken("index").length]).toEqual([50, 0]);
  config({});
  expect([taken("scored").length, taken("index").length > 0]).toEqual([50, true]);
});
