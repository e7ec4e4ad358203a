/** A list's filters as tests on columns: which rows pass them, and which fail one alone, as facets ask. */
import type { App } from "../context";
import {
  type MemoryAge,
  type MemoryFacet,
  type MemoryFilter,
  MEMORY_FACETS,
  NONE,
  OFTEN_USED,
} from "../contract/memory-list";
import { foldName } from "../projects/identify";
import { resolveProjects } from "../projects/service";
import { type Columns, columnsOf, type Words } from "./columns";
import { idsHolding, type WordColumn } from "./columns-query";
import { tagListsOf } from "./tag-lists";
import { halvesOfPairs } from "./waiting-query";

/** What the project facet calls memories that belong to no project. */
export const GLOBAL_SCOPE = "global";

const DAY = 86_400_000;
/** How old a row of each age is at most. */
export const AGES: readonly (readonly [MemoryAge, number])[] = [
  ["day", DAY],
  ["week", 7 * DAY],
  ["month", 30 * DAY],
  ["quarter", 91 * DAY],
];

export type Filters = Partial<MemoryFilter> & {
  /** Projects that the caller may see, besides what belongs to none; null or absent = all. */
  within?: number[] | null;
};

/** A row by its position. */
export type Test = (at: number) => boolean;

export interface Selection {
  columns: Columns;
  /** Passes all filters. */
  passes: Test;
  /** Of each row one bit for each filter that it fails: {@link bitOf}, or one more for `q`. */
  failed(): Int32Array;
  /** In force: active and not expired (E14, E15). */
  isLive: Test;
  /** Waits for a person, as `review=waiting` means it. */
  waits: Test;
}

export const bitOf = (facet: MemoryFacet): number => 1 << MEMORY_FACETS.indexOf(facet);
const Q = 1 << MEMORY_FACETS.length;

/** `found`: ids of what was found by words or meaning, where `q` is looked for so; else it is a substring (E102). */
export function select(app: App, filters: Filters, found?: { has(id: number): boolean }): Selection {
  const columns = columnsOf(app);
  const now = app.now();
  const { ids, numbers, words } = columns;
  const active = words.status.codeOf.get("active") ?? -1;
  const isLive: Test = (at) => words.status.codes[at] === active && !(numbers.expires_at[at]! <= now);
  const halves = halvesOfPairs(app.db, now);
  const waits: Test = (at) => isLive(at) && (numbers.is_held[at] === 1 || halves.has(ids[at]!));

  const tests: { bit: number; test: Test }[] = [];
  const add = (facet: MemoryFacet, test: Test | null): void => {
    if (test !== null) tests.push({ bit: bitOf(facet), test });
  };
  const {
    status = "active",
    tier,
    attribute,
    kind,
    project,
    branch,
    host,
    tag,
    origin,
    age,
    used,
    review,
    q,
    within = null,
  } = filters;
  if (status === "active") add("status", isLive);
  else if (status !== "all") add("status", isWord(words.status, status));
  if (tier !== undefined) add("tier", isWord(words.tier, tier));
  for (const [name, value] of Object.entries({ attribute, kind, branch, host, origin } satisfies Named)) {
    if (value !== undefined) add(name as keyof Named, isWord(words[name as keyof Named], value));
  }
  if (within !== null) add("project", isOneOf(words.project_id, ["0", ...within.map(String)]));
  if (project !== undefined) add("project", isInProject(app, columns, project));
  if (tag !== undefined) add("tag", hasTag(words.tags, tag));
  if (age !== undefined) add("age", isOfAge(numbers.created_at, age, now));
  if (used !== undefined) add("used", isUsed(numbers.access_count, used));
  if (review !== undefined) add("review", waits);
  if (q !== undefined && q !== "") {
    const held = found ?? holding(app, columns, q);
    tests.push({ bit: Q, test: (at) => held.has(ids[at]!) });
  }
  return {
    columns,
    passes: (at) => tests.every(({ test }) => test(at)),
    failed: () => {
      const failed = new Int32Array(columns.size);
      // Test by test, so that each is a loop of its own that the engine can make fast.
      for (const { bit, test } of tests) {
        for (let at = 0; at < failed.length; at += 1) if (!test(at)) failed[at]! |= bit;
      }
      return failed;
    },
    isLive,
    waits,
  };
}

type Named = Partial<Record<Extract<WordColumn, MemoryFacet>, string | undefined>>;

/** The list and its facets ask for the same one after the other. */
const lastHolding = new WeakMap<Columns, { version: number; q: string; ids: ReadonlySet<number> }>();

function holding(app: App, columns: Columns, q: string): ReadonlySet<number> {
  const known = lastHolding.get(columns);
  if (known?.q === q && known.version === columns.version) return known.ids;
  const ids = new Set(idsHolding(app.db, q));
  lastHolding.set(columns, { version: columns.version, q, ids });
  return ids;
}

/** Positions of all that pass. */
export function positionsOf({ columns, passes }: Selection): number[] {
  const positions: number[] = [];
  for (let at = 0; at < columns.size; at += 1) if (passes(at)) positions.push(at);
  return positions;
}

function isWord({ codes, codeOf }: Words, value: string): Test {
  const code = codeOf.get(value) ?? -1;
  if (value !== NONE) return (at) => codes[at] === code;
  const none = codeOf.get("") ?? -1;
  return (at) => codes[at] === none || codes[at] === code;
}

function isOneOf({ codes, codeOf }: Words, values: string[]): Test {
  const wanted = new Set(values.flatMap((value) => codeOf.get(value) ?? []));
  return (at) => wanted.has(codes[at] ?? -1);
}

/** By key, name or alias (a shared name means all), `global`, or an exact tag as the original has it (E102). */
function isInProject(app: App, { words }: Columns, ref: string): Test {
  const ids = ref === NONE ? ["0"] : resolveProjects(app, ref).map((project) => String(project.id));
  if (foldName(ref) === GLOBAL_SCOPE) ids.push("0");
  const codes = new Set(ids.map((id) => words.project_id.codeOf.get(id)));
  const tagged = withTag(words.tags, ref === NONE ? "" : ref);
  return (at) => codes.has(words.project_id.codes[at]) || tagged[words.tags.codes[at]!] === 1;
}

function hasTag(tags: Words, tag: string): Test {
  const tagged = withTag(tags, tag);
  if (tag === NONE)
    tagListsOf(tags).lists.forEach((list, code) => (tagged[code] = list.length === 0 ? 1 : tagged[code]!));
  return (at) => tagged[tags.codes[at]!] === 1;
}

/** By code: 1 where the tag is among those of the text. */
function withTag(tags: Words, tag: string): Uint8Array {
  const { lists, numberOf } = tagListsOf(tags);
  const number = numberOf.get(tag);
  return Uint8Array.from(lists, (list) => (number !== undefined && list.includes(number) ? 1 : 0));
}

function isOfAge(created: Float64Array, age: MemoryAge, now: number): Test {
  const most = AGES.find(([name]) => name === age)?.[1];
  if (most !== undefined) return (at) => now - created[at]! < most;
  const quarter = AGES.at(-1)?.[1] ?? 0;
  return (at) => now - created[at]! >= quarter;
}

function isUsed(counts: Float64Array, used: "yes" | "no" | "often"): Test {
  if (used === "no") return (at) => counts[at] === 0;
  const least = used === "often" ? OFTEN_USED : 1;
  return (at) => counts[at]! >= least;
}
