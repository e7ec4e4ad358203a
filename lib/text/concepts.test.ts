import { describe, expect, it } from "vitest";
import { type Concept, conceptsOf, isKindOfTool } from "./concepts";
import { CODE } from "./glossary/code";
import { OPERATIONS } from "./glossary/operations";
import { PEOPLE } from "./glossary/people";
import { PRODUCT } from "./glossary/product";

const conceptOf = (text: string, written: string): Concept | undefined =>
  conceptsOf(text).find((concept) => concept.written === written);
const known = (text: string): string[] =>
  conceptsOf(text).flatMap(({ written, equivalents }) => (equivalents.length > 0 ? [written] : []));

describe("conceptsOf", () => {
  it.each([
    ["English to Chinese", "how do we deploy it", "deploy", "上线"],
    ["Chinese to English", "怎么部署到服务器", "部署", "deploy"],
    ["a synonym in English", "the login page", "login", "sign in"],
    ["a synonym in Chinese", "登录页面在哪里", "登录", "登陆"],
    ["another form of the word", "who deployed it", "deployed", "发布"],
    ["a phrase before its words", "clear the shopping cart", "shopping cart", "购物车"],
    ["a phrase as an equivalent", "购物车何时清空", "购物车", "shopping cart"],
    ["a compound with a hyphen", "why does sign-in fail", "sign in", "登录"],
    ["traditional characters", "登陸頁面的緩存", "缓存", "cache"],
    ["capitals and full width", "ＤＥＰＬＯＹ", "deploy", "部署"],
    ["the longest word of a run", "测试环境的端口", "测试环境", "staging"],
    ["a kind of tool to what was chosen of it", "which package manager?", "package manager", "bun"],
    ["a kind of tool in Chinese", "包管理器是哪个", "包管理器", "pnpm"],
    ["a run between Latin words", "Redis 缓存 TTL", "缓存", "caching"],
  ])("%s", (_what, text, written, equivalent) => {
    expect(conceptOf(text, written)?.equivalents).toContain(equivalent);
  });

  it.each([
    ["identifiers", "deployService deploy_service cache.ts src/cache/index.ts"],
    ["what is quoted", 'zebra "deploy the cache" and “login” and `cache` and 「缓存」 and 《部署》'],
    ["compounds that nobody listed", "docker-compose cache-deploy"],
    ["names and numbers", "Zebra 8080 v1.2.3 ADR-0005 pnpm redis vitest"],
    ["signs and blanks", " ,.!? -- 🚀 \n\t"],
  ])("leaves %s alone", (_what, text) => {
    expect(known(text)).toEqual([]);
  });

  it("an apostrophe or a lone quotation mark quotes nothing", () => {
    expect(known("don't deploy")).toEqual(["deploy"]);
    expect(known('5" display')).toEqual(["display"]);
  });

  it("what is no word of the glossary stays as pairs, which count as the words that they have room for", () => {
    const pairs = conceptsOf("蝴蝶飞舞缓存").filter(({ equivalents }) => equivalents.length === 0);
    expect(pairs.map(({ written }) => written)).toEqual(["蝴蝶", "蝶飞", "飞舞"]);
    expect(pairs.reduce((sum, { weight }) => sum + weight, 0)).toBeCloseTo(2);
  });

  it("no equivalent is the word itself or a form of it, and each concept comes once", () => {
    expect(conceptOf("caches cached caching", "caches")?.equivalents).toEqual(["缓存"]);
    expect(known("缓存，缓存。缓存")).toEqual(["缓存"]);
  });

  it("knows what names a kind of tool", () => {
    expect(["package manager", "package managers", "数据库", "ci"].every(isKindOfTool)).toBe(true);
    expect(["pnpm", "manager", "cache", "login", ""].some(isKindOfTool)).toBe(false);
  });

  it("bounds what a text of any length costs", () => {
    expect(conceptsOf("deploy;".repeat(100_000)).length).toBeLessThanOrEqual(2);
    expect(conceptsOf("部署缓存日志".repeat(50_000)).length).toBeLessThanOrEqual(64);
    expect(conceptsOf(Array.from({ length: 5_000 }, (_, i) => `w${i}`).join(" "))).toHaveLength(64);
    expect(conceptsOf('"'.repeat(100_000))).toEqual([]);
  }, 5_000);
});

describe("the glossary", () => {
  const lines = [OPERATIONS, CODE, PRODUCT, PEOPLE].flatMap((area) => area.trim().split("\n"));

  it("every line is a group of entries in lower case, English before Chinese, none of them empty or twice", () => {
    expect(lines.length).toBeGreaterThan(400);
    for (const line of lines) {
      const [english = "", chinese, ...more] = line.split(" | ");
      const entries = [...english.split("/"), ...(chinese?.split("/") ?? [])];
      expect({ line, more }).toEqual({ line, more: [] });
      expect({ line, entries }).toEqual({ line, entries: [...new Set(entries)].map((entry) => entry.trim()) });
      for (const entry of english.split("/")) expect(entry).toMatch(/^[a-z0-9]+(?: [a-z0-9]+){0,3}$/);
      for (const entry of chinese?.split("/") ?? []) expect(entry).toMatch(/^\p{Script=Han}{1,8}$/u);
    }
  });
});
