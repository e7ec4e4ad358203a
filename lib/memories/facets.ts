/** Counts beside a list of memories: each facet's values under all filters but the facet's own (E107). */
import type { App } from "../context";
import {
  type FacetValue,
  type MemoryFacet,
  type MemoryFacets,
  type MemoryFilter,
  NONE,
  OFTEN_USED,
} from "../contract/memory-list";
import { foldName } from "../projects/identify";
import { resolveProjects } from "../projects/service";
import { type Columns, warmColumns, type Words } from "./columns";
import { namedProjects, type ProjectName, sharedAliases, type WordColumn } from "./columns-query";
import { findRanked } from "./ranked";
import { AGES, bitOf, type Filters, GLOBAL_SCOPE, select, type Selection, type Test } from "./selection";
import { tagListsOf } from "./tag-lists";

const MAX_VALUES = 200;

/** Facets of a few known values, in the order in which they are shown. */
const FIXED = {
  status: ["active", "archived", "superseded", "deleted", "all"],
  tier: ["pinned", "normal", "reference"],
  origin: ["person", "agent", "rules", "llm", "import", NONE],
  age: ["day", "week", "month", "quarter", "older"],
  used: ["yes", "often", "no"],
  review: ["waiting"],
} as const;
type Open = Exclude<MemoryFacet, keyof typeof FIXED>;

/** Where `q` is looked for by words or meaning, among what is found so. */
export async function listMemoryFacets(app: App, filters: MemoryFilter): Promise<MemoryFacets> {
  await warmColumns(app);
  return memoryFacets(app, filters, (await findRanked(app, filters))?.fits);
}

/** `found` as in `select`; without it `q` is a substring. */
export function memoryFacets(app: App, filters: Filters, found?: { has(id: number): boolean }): MemoryFacets {
  const counts = countAll(app, select(app, filters, found));
  const status = new Map([...counts.status].filter(([value]) => value !== "all"));
  const projects = namedProjects(app.db);
  const names = new Map(projects.map(({ id, name }) => [String(id), name]));
  const byName = new Map<string, number>();
  for (const [id, { here }] of counts.project) {
    const name = names.get(id) ?? GLOBAL_SCOPE;
    if (here > 0) byName.set(name, (byName.get(name) ?? 0) + here);
  }
  const chosen = (facet: MemoryFacet): string | undefined => filters[facet];
  const fixed = (facet: keyof typeof FIXED): FacetValue[] =>
    FIXED[facet].map((value) => ({ value, label: value, count: counts[facet].get(value)?.here ?? 0 }));
  const open = (facet: Open): FacetValue[] => valuesOf(counts[facet], chosen(facet));
  return {
    status: zeroed(FIXED.status.slice(0, -1), status),
    tier: zeroed(FIXED.tier, counts.tier),
    attribute: zeroed([], counts.attribute, ""),
    project: recordOf([...byName].sort(byCount)),
    review: { waiting: counts.review.get("waiting")?.here ?? 0 },
    total: counts.total,
    values: {
      status: fixed("status"),
      tier: fixed("tier"),
      attribute: open("attribute"),
      kind: open("kind"),
      project: projectValues(app, projects, counts.project, chosen("project")),
      branch: open("branch"),
      host: open("host"),
      tag: open("tag"),
      origin: fixed("origin"),
      age: fixed("age"),
      used: fixed("used"),
      review: fixed("review"),
    },
  };
}

/** How many rows have a value: under the filters, and at all. */
interface Count {
  here: number;
  anywhere: number;
}
type Counts = Map<string, Count>;

const WORD_COLUMNS = {
  status: "status",
  tier: "tier",
  attribute: "attribute",
  kind: "kind",
  project: "project_id",
  branch: "branch",
  host: "host",
  tag: "tags",
  origin: "origin",
} as const satisfies Partial<Record<MemoryFacet, WordColumn>>;
type WordFacet = keyof typeof WORD_COLUMNS;

/** A walk over all rows for each facet. A row counts for it when it fails no filter but the facet's own. */
function countAll(app: App, selection: Selection): Record<MemoryFacet, Counts> & { total: number } {
  const { columns, isLive, waits } = selection;
  const now = app.now();
  const failed = selection.failed();
  const byWord = Object.fromEntries(
    Object.entries(WORD_COLUMNS).map(([facet, column]) => {
      const tally = tallyOf(columns, columns.words[column], failed, bitOf(facet as WordFacet));
      return [
        facet,
        facet === "tag" ? countsOfTags(columns.words[column], tally) : countsOf(columns.words[column], tally),
      ];
    }),
  ) as Record<WordFacet, Counts>;
  const countIf = (bits: number, test: Test): Count => ({ here: countWhere(failed, bits, test), anywhere: 0 });
  const created = columns.numbers.created_at;
  const counts = columns.numbers.access_count;
  const older = AGES.at(-1)?.[1] ?? 0;
  const ageBit = bitOf("age");
  const useBit = bitOf("used");
  return {
    ...byWord,
    // An expired row keeps its status until it is archived, but is active no more (E14, E15).
    status: byWord.status.set("active", countIf(bitOf("status"), isLive)).set(
      "all",
      countIf(bitOf("status"), () => true),
    ),
    age: new Map<string, Count>([
      ...AGES.map(([name, most]) => [name, countIf(ageBit, (at) => now - created[at]! < most)] as const),
      ["older", countIf(ageBit, (at) => now - created[at]! >= older)],
    ]),
    used: new Map([
      ["yes", countIf(useBit, (at) => counts[at]! > 0)],
      ["often", countIf(useBit, (at) => counts[at]! >= OFTEN_USED)],
      ["no", countIf(useBit, (at) => counts[at] === 0)],
    ]),
    // Only what is in force waits, whatever status is looked at.
    review: new Map([["waiting", countIf(bitOf("review") | bitOf("status"), waits)]]),
    total: countWhere(failed, 0, () => true),
  };
}

function countWhere(failed: Int32Array, own: number, test: Test): number {
  let count = 0;
  for (let at = 0; at < failed.length; at += 1) if ((failed[at]! & ~own) === 0 && test(at)) count += 1;
  return count;
}

/** By code. */
interface Tally {
  here: Int32Array;
  anywhere: Int32Array;
}

function tallyOf(columns: Columns, words: Words, failed: Int32Array, own: number): Tally {
  const { codes, values } = words;
  const here = new Int32Array(values.length);
  for (let at = 0; at < failed.length; at += 1) if ((failed[at]! & ~own) === 0) here[codes[at]!]! += 1;
  return { here, anywhere: anywhereOf(columns, words) };
}

const lastAnywhere = new WeakMap<Words, { version: number; counts: Int32Array }>();

/** What no filter changes. */
function anywhereOf({ size, version }: Columns, words: Words): Int32Array {
  const known = lastAnywhere.get(words);
  if (known?.version === version) return known.counts;
  const counts = new Int32Array(words.values.length);
  for (let at = 0; at < size; at += 1) counts[words.codes[at]!]! += 1;
  lastAnywhere.set(words, { version, counts });
  return counts;
}

function sumInto(counts: Counts, value: string, here: number, anywhere: number): void {
  if (anywhere === 0) return;
  const count = counts.get(value);
  if (count === undefined) counts.set(value, { here, anywhere });
  else {
    count.here += here;
    count.anywhere += anywhere;
  }
}

/** By value; what is empty is {@link NONE}, as a filter asks for it. */
function countsOf({ values }: Words, { here, anywhere }: Tally): Counts {
  const counts: Counts = new Map();
  values.forEach((value, code) => sumInto(counts, value === "" ? NONE : value, here[code]!, anywhere[code]!));
  return counts;
}

function countsOfTags(words: Words, { here, anywhere }: Tally): Counts {
  const { lists, names } = tagListsOf(words);
  const [tagsHere, tagsAnywhere] = [new Int32Array(names.length), new Int32Array(names.length)];
  const none: Count = { here: 0, anywhere: 0 };
  lists.forEach((list, code) => {
    for (const tag of list) {
      tagsHere[tag]! += here[code]!;
      tagsAnywhere[tag]! += anywhere[code]!;
    }
    if (list.length > 0) return;
    none.here += here[code]!;
    none.anywhere += anywhere[code]!;
  });
  const counts: Counts = new Map();
  sumInto(counts, NONE, none.here, none.anywhere);
  names.forEach((name, tag) => sumInto(counts, name, tagsHere[tag]!, tagsAnywhere[tag]!));
  return counts;
}

const byCount = (a: readonly [string, number], b: readonly [string, number]): number =>
  b[1] - a[1] || (a[0] < b[0] ? -1 : 1);

/** Most first, then what is only elsewhere; none at the end; the chosen one in any case. */
function valuesOf(counts: Counts, chosen: string | undefined, labelOf = (value: string) => value): FacetValue[] {
  const rank = ([value, { here, anywhere }]: [string, Count]): number[] => [Number(value === NONE), -here, -anywhere];
  const sorted = [...counts].sort((a, b) => {
    const [x, y] = [rank(a), rank(b)];
    const differs = x.findIndex((part, n) => part !== y[n]);
    return differs === -1 ? (a[0] < b[0] ? -1 : 1) : x[differs]! - y[differs]!;
  });
  const shown = sorted.slice(0, MAX_VALUES).map(([value, { here }]) => ({ value, label: labelOf(value), count: here }));
  if (chosen === undefined || shown.some(({ value }) => value === chosen)) return shown;
  return [...shown, { value: chosen, label: labelOf(chosen), count: counts.get(chosen)?.here ?? 0 }];
}

/** A project is asked for by its name where no other answers to that, else by its key; those of none as `global`, unless a project is called so. */
function projectValues(app: App, projects: ProjectName[], counts: Counts, chosen: string | undefined): FacetValue[] {
  const shared = sharedAliases(app.db).add(GLOBAL_SCOPE);
  const refs = new Map(projects.map(({ id, key, name }) => [String(id), shared.has(foldName(name)) ? key : name]));
  const none = resolveProjects(app, GLOBAL_SCOPE).length === 0 ? GLOBAL_SCOPE : NONE;
  const labels = new Map(projects.map(({ id, name }) => [refs.get(String(id)) ?? "", name])).set(none, GLOBAL_SCOPE);
  const byRef: Counts = new Map([...counts].map(([id, count]) => [refs.get(id) ?? none, count]));
  return valuesOf(byRef, chosen, (ref) => labels.get(ref) ?? ref);
}

/** Counts above zero, and those of `values` in any case. An own property each: a value may be called `__proto__`. */
function zeroed(values: readonly string[], counts: Counts, none = NONE): Record<string, number> {
  const known = values.map((value) => [value, counts.get(value)?.here ?? 0] as const);
  const others = [...counts].flatMap(([value, { here }]) =>
    here === 0 || values.includes(value) ? [] : [[value === NONE ? none : value, here] as const],
  );
  return recordOf([...known, ...others.sort(byCount)]);
}

const recordOf = (entries: readonly (readonly [string, number])[]): Record<string, number> =>
  Object.fromEntries(entries);
