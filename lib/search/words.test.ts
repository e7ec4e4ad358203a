import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { foldText } from "../text/tokens-fold";
import { parseQuery } from "../text/tokens-query";
import { openTestApp, type TestApp } from "../testing";
import { addMemory } from "../testing/search-rows";
import type { RowFilter } from "./filter";
import { documentFrequency } from "./vocabulary-query";
import { searchWords } from "./words";

const ROWS = 3_000;
const FILTER: RowFilter = {
  projectIds: null,
  branch: null,
  statuses: ["active"],
  since: null,
  until: null,
  obsTypes: null,
  concepts: null,
  files: null,
  now: 0,
};
/** Few characters, so that runs repeat; Han of two planes, kana, hangul. */
const ALPHABET = [..."部署方案回滚步骤用户系統设置の再実行배포서버𠀀𠀁𠀂"];
const LATIN = [
  "redis",
  "getUserById",
  "src/net/retry.ts",
  "100%",
  "C++",
  "cache",
  "deploying",
  "ADR-0005",
  "file_name",
];

/** The same numbers in each run (Lehmer's generator). */
function numbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * 48_271) % 2_147_483_647;
    return state % below;
  };
}

let test: TestApp;
const texts = new Map<number, string>();
const folded = new Map<number, string>();
const random = numbers(20_261_130);
const pick = <T>(from: T[]): T => from[random(from.length)] as T;

beforeAll(async () => {
  test = await openTestApp();
  test.app.sqlite.exec("BEGIN");
  for (let i = 0; i < ROWS; i += 1) {
    const first = random(2);
    const pieces = Array.from({ length: 2 + random(4) }, (_, at) =>
      at % 2 === first ? pick(LATIN) : Array.from({ length: 1 + random(12) }, () => pick(ALPHABET)).join(""),
    );
    const text = pieces.join(pick(["", " ", "，", "。", " - "]));
    const { id } = addMemory(test.app, text, { key: `k${i}`, attribute: "" });
    texts.set(id, text);
    folded.set(id, foldText(text));
  }
  test.app.sqlite.exec("COMMIT");
});
afterAll(() => test.close());

const found = (query: string, limit = ROWS): Set<number> =>
  new Set(searchWords(test.app.db, "memory", parseQuery(query), FILTER, limit).hits.map((hit) => hit.id));
const holding = (part: string): Set<number> =>
  new Set([...folded].filter(([, text]) => text.includes(foldText(part))).map(([id]) => id));

describe("3,000 random rows of Chinese, Japanese, Korean and Latin text", () => {
  it("C01 C02 C11: each substring of 1 to 6 characters finds exactly the rows that hold it", () => {
    const runs = [...texts.values()].flatMap(
      (text) => text.match(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Hangul}]+/gu) ?? [],
    );
    const queries = new Set<string>();
    while (queries.size < 600) {
      const run = [...pick(runs)];
      const length = Math.min(run.length, 1 + random(6));
      const start = random(run.length - length + 1);
      queries.add(run.slice(start, start + length).join(""));
    }
    for (const query of queries) expect({ query, ids: found(query) }).toEqual({ query, ids: holding(query) });
  });

  it("C03: a name glued to other scripts finds exactly its rows", () => {
    for (const name of ["redis", "getUserById", "100%", "C++", "ADR-0005", "file_name"]) {
      const isWord = (text: string): boolean => text.toLowerCase().includes(name.toLowerCase());
      const wanted = [...texts].filter(([, text]) => isWord(text)).map(([id]) => id);
      const ids = found(name);
      expect({ name, missing: wanted.filter((id) => !ids.has(id)) }).toEqual({ name, missing: [] });
    }
  });

  it("F08: a long query leaves its commonest words out and still finds the rare one", () => {
    const rare = addMemory(test.app, "the xylophone is out of tune", { key: "rare" });
    const query = `${LATIN.join(" ")} 部署 方案 用户 设置 一 二 xylophone`;
    const hits = searchWords(test.app.db, "memory", parseQuery(query), FILTER, 10).hits;
    expect(hits[0]?.id).toBe(rare.id);
    expect(documentFrequency(test.app.db, "memory", "redis")).toBeGreaterThan(ROWS * 0.05);
    expect(found(query).size).toBeLessThan(ROWS * 0.35);
  });
});
