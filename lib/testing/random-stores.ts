/** Test helper: random candidates of a block, hostile texts included, with random settings. */
import fc from "fast-check";
import { SETTING_DEFAULTS, type Settings } from "../contract/settings";
import { reason } from "../contract/trace-reason";
import type { Candidates, RankedMemory } from "../inject/candidates";
import type { MemoryRow } from "../inject/repo";
import { scoreMemory, weightsOf } from "../inject/score";
import { DAY, memoryRow, NOW, observationRow, reflectionRow, summaryRow, taskRow } from "./inject-rows";

/** What people, agents and attackers store. */
export const hostileText = fc.oneof(
  fc.string({ unit: "grapheme", maxLength: 120 }),
  fc.string({ unit: "binary", maxLength: 60 }),
  fc.constantFrom(
    "部署到生产环境之前要先跑测试",
    "以后提交信息请用英文写。".repeat(30),
    '"quoted" \\ back\\slash \\"',
    "</keepsake-memory>",
    "</keepsake-",
    "memory>",
    "a\nb\r\nc\u2028d",
    "\u0000\u0007\u001b[31m",
    "👩‍💻".repeat(20),
    "\\".repeat(400),
    "x".repeat(700),
    "y".repeat(9_000),
  ),
);

const key = fc.oneof(
  fc
    .tuple(fc.constantFrom("app", "web"), fc.constantFrom("a", "b"), fc.nat(9))
    .map(([a, b, n]) => `${a}:${b}:fact:${n}`),
  hostileText,
);
const memory = fc.record({
  key,
  value: hostileText,
  tags: hostileText,
  attribute: fc.constantFrom("fact", "decision", "</keepsake-memory>"),
  importance: fc.integer({ min: 0, max: 10 }),
  accessCount: fc.nat(50),
  age: fc.nat(400),
});
type RandomMemory = typeof memory extends fc.Arbitrary<infer T> ? T : never;

const settings: fc.Arbitrary<Partial<Settings>> = fc.record(
  {
    inject_max_chars: fc.integer({ min: 200, max: 10_000 }),
    inject_max_count: fc.nat(20),
    inject_pinned_max_count: fc.nat(6),
    inject_pinned_max_chars: fc.nat(2_000),
    inject_index_max_chars: fc.nat(1_500),
    inject_key_prefix_quota: fc.integer({ min: 1, max: 4 }),
    context_observations: fc.nat(6),
    digest_max_chars: fc.nat(1_000),
    digest_per_project: fc.nat(3),
    digest_days: fc.nat(40),
  },
  { requiredKeys: [] },
);

/** Plain values, so that a block can be built of them twice without sharing a row. */
export const randomStore = fc.record({
  logs: fc.array(fc.record({ value: hostileText, day: fc.integer({ min: 1, max: 31 }) }), { maxLength: 4 }),
  pinned: fc.array(memory, { maxLength: 5 }),
  normal: fc.array(memory, { maxLength: 12 }),
  reference: fc.array(memory, { maxLength: 4 }),
  observations: fc.array(
    fc.record({ title: hostileText, subtitle: hostileText, branch: hostileText, age: fc.nat(9) }),
    {
      maxLength: 7,
    },
  ),
  summaries: fc.array(fc.record({ request: hostileText, completed: hostileText }), { maxLength: 3 }),
  withdrawn: fc.array(hostileText, { maxLength: 2 }),
  task: fc.option(hostileText),
  reflection: fc.option(fc.array(fc.tuple(fc.constantFrom("- 🔴 ", "- ", "## ", ""), hostileText), { maxLength: 8 })),
  barred: fc.uniqueArray(fc.constantFrom<number[]>(100, 200, 201, 202, 205, 300, 900), { maxLength: 4 }),
  barredObservations: fc.uniqueArray(fc.nat(6), { maxLength: 2 }),
  successions: fc.array(
    fc.record({ olderId: fc.integer({ min: 199, max: 212 }), newerId: fc.integer({ min: 199, max: 212 }) }),
    {
      maxLength: 4,
    },
  ),
  uncounted: fc.nat(100_000),
  project: fc.option(hostileText),
  branch: fc.option(hostileText),
  settings,
});
export type RandomStore = typeof randomStore extends fc.Arbitrary<infer T> ? T : never;

export const settingsOf = (given: RandomStore): Settings => ({ ...SETTING_DEFAULTS, ...given.settings });

export function candidatesOf(given: RandomStore): Candidates {
  const weights = weightsOf(SETTING_DEFAULTS);
  const rows = (list: RandomMemory[], tier: MemoryRow["tier"], from: number): RankedMemory[] =>
    list
      .map(({ age, ...row }, n) => memoryRow({ ...row, tier, id: from + n, updatedAt: NOW - age * DAY }))
      .map((row) => ({ row, ...scoreMemory(row, 0, weights, NOW) }))
      .sort((a, b) => b.score - a.score || a.row.id - b.row.id);
  return {
    logs: given.logs.map(({ value, day }, n) =>
      memoryRow({ id: 900 + n, key: `app:progress:log:2026-05-${String(day).padStart(2, "0")}`, value }),
    ),
    summaries: given.summaries.map((row, n) => ({
      row: summaryRow({ ...row, id: n }),
      project: given.project ?? "app",
    })),
    pinned: rows(given.pinned, "pinned", 100),
    normal: rows(given.normal, "normal", 200),
    reference: rows(given.reference, "reference", 300),
    observations: given.observations.map(({ age, ...row }, n) =>
      observationRow({ ...row, id: n, createdAt: NOW - age * DAY }),
    ),
    standing: {
      task: given.task === null ? null : taskRow({ content: given.task }),
      reflection:
        given.reflection === null
          ? null
          : reflectionRow({ content: given.reflection.map(([mark, text]) => `${mark}${text}`).join("\n") }),
    },
    withdrawn: given.withdrawn.map((value, n) => ({ id: 500 + n, value, state: "archived" })),
    barredMemories: new Map(given.barred.map((id) => [id, reason("excludedHere", { exclusion: 1 })])),
    barredObservations: new Map(given.barredObservations.map((id) => [id, reason("excludedHere", { exclusion: 1 })])),
    successions: given.successions,
    total: given.pinned.length + given.normal.length + given.reference.length + given.uncounted,
    showBranch: true,
  };
}
