/** Test helper: values that no schema expects, and good values with one of them inside. */
import fc from "fast-check";

const TEN_KB = "x".repeat(10_240);
/** Deeper than any reader of ours goes down. */
const DEEP = JSON.parse(`${'{"a":['.repeat(400)}1${"]}".repeat(400)}`) as unknown;

/** Texts that mean something to one of the layers below: SQLite, FTS5, LanceDB, git, JSON, terminals, the file system. */
const HOSTILE_TEXTS = [
  "",
  " ",
  "\0",
  "a\0b",
  "\ud800",
  "x\udc00y",
  "\u202egnp.exe",
  "\ufeff",
  "\u001b[31m",
  "__proto__",
  "constructor",
  "toString",
  "null",
  "NaN",
  "-0",
  "1e999",
  "0x10",
  "9007199254740993",
  "-9223372036854775809",
  "'; DROP TABLE memories; --",
  "' OR '1'='1",
  '" OR ""=""',
  '"',
  "'",
  "(",
  ")",
  "*",
  '"unclosed',
  "a AND",
  "NOT",
  "a NEAR/2 b",
  "NEAR(a b, 5)",
  "title:x",
  "^a",
  "{title} : a",
  "a + b",
  "%_%",
  "\\",
  "../../../../etc/passwd",
  "/dev/zero",
  "..",
  "~",
  "--upload-pack=touch x",
  "refs/heads/../x",
  "$(id)",
  "`id`",
  "<script>alert(1)</script>",
  "<private>never</private>",
  "<private>unclosed",
  "a,,b,",
  "S0",
  "P-1",
  "2026-13-45",
  "2026-06-01T12:00:00Z",
  "+275760-09-13T00:00:00.001Z",
  "eyJ4IjoxfQ",
  "日本語のテスト",
  "👩‍👩‍👧‍👦".repeat(5),
  TEN_KB,
  "a ".repeat(5_000),
  "((((((((((".repeat(500),
] as const;

const HOSTILE_VALUES: readonly unknown[] = [
  null,
  true,
  false,
  0,
  -1,
  1.5,
  1e308,
  -1e308,
  5e-324,
  Number.MAX_SAFE_INTEGER,
  Number.MAX_SAFE_INTEGER + 1,
  2 ** 63,
  [],
  {},
  [[]],
  [null],
  { a: 1 },
  { toString: 1 },
  { length: -1 },
  { then: 1 },
  JSON.parse('{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}}'),
  DEEP,
  Array.from({ length: 2_000 }, (_, i) => i),
];

export const hostileText = fc.constantFrom(...HOSTILE_TEXTS);
const hostileValue = fc.oneof(hostileText, fc.constantFrom(...HOSTILE_VALUES), fc.jsonValue({ maxDepth: 3 }));

type Change =
  | { verb: "replace"; at: number; value: unknown }
  | { verb: "drop"; at: number }
  | { verb: "add"; at: number; name: string; value: unknown };

const change: fc.Arbitrary<Change> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ verb: fc.constant("replace" as const), at: fc.nat(), value: hostileValue }) },
  { weight: 1, arbitrary: fc.record({ verb: fc.constant("drop" as const), at: fc.nat() }) },
  {
    weight: 2,
    arbitrary: fc.record({ verb: fc.constant("add" as const), at: fc.nat(), name: hostileText, value: hostileValue }),
  },
);

/** Good values in which one to three places are wrong: replaced, dropped, or beside something unknown. */
export const nearMisses = (good: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> =>
  fc
    .tuple(good, fc.array(change, { minLength: 1, maxLength: 3 }))
    .map(([value, changes]) => changes.reduce(changed, value));

/** `at` counts the places of the value, itself first. */
function changed(value: unknown, what: Change): unknown {
  const places = placesOf(value, 0);
  const target = what.at % Math.max(places, 1);
  let seen = -1;
  const walk = (part: unknown): unknown => {
    seen += 1;
    const here = seen === target;
    if (here && what.verb === "replace") return what.value;
    if (here && what.verb === "drop") return undefined;
    if (Array.isArray(part)) return part.map(walk);
    if (typeof part !== "object" || part === null) return part;
    // Entries, so that `__proto__` is a name like any other.
    const entries = Object.entries(part).map(([name, inner]): [string, unknown] => [name, walk(inner)]);
    if (here && what.verb === "add") entries.push([what.name, what.value]);
    return Object.fromEntries(entries);
  };
  return walk(value);
}

function placesOf(value: unknown, depth: number): number {
  if (depth > 20 || typeof value !== "object" || value === null) return 1;
  return Object.values(value).reduce<number>((sum, inner) => sum + placesOf(inner, depth + 1), 1);
}
