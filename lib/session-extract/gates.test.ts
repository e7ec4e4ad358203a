/** E81–E85: one candidate per gate, the first failing gate wins; what lasts and what does not; ranking. */
import { describe, expect, it } from "vitest";
import type { Candidate } from "./candidate";
import { isEphemeral } from "./ephemeral";
import { type GateReason, type GateRules, passGates } from "./gates";
import { foldKey, rankCandidates } from "./rank";

const ZH: GateRules = { min: 10, max: 500, language: "zh" };
const ANY: GateRules = { ...ZH, language: "any" };
const SECRET = ["sk", "live", "9f8e7d6c5b4a3f2e1d"].join("-");

const good: Candidate = {
  key: "cart:cache:decision:store",
  value: "购物车缓存使用 Redis，因为会话必须在部署后保留。",
  attribute: "decision",
  tags: ["cache", "redis"],
  confidence: 0.9,
  importance: 7,
  tier: "normal",
};
const reasonOf = (more: Partial<Candidate>, rules = ZH): GateReason | "passed" => {
  const gated = passGates({ ...good, ...more }, rules);
  return "reason" in gated ? gated.reason : "passed";
};

describe("E81: the gates", () => {
  it("E81: a sound candidate passes, trimmed", () => {
    expect(passGates({ ...good, key: ` ${good.key} `, tags: [" cache "] }, ZH)).toEqual({
      atomic: { ...good, tags: ["cache"], explicit: false, at: undefined },
    });
  });

  it.each<[string, Partial<Candidate>, GateReason]>([
    ["1 types: attribute", { attribute: 3 }, "metadata"],
    ["1 types: a tag", { tags: ["ok", 5] }, "metadata"],
    ["2 a secret in the key", { key: `cart:cache:decision:${SECRET}` }, "sensitive"],
    ["2 a secret in a tag", { tags: [SECRET] }, "sensitive"],
    ["2 a secret in the attribute", { attribute: `password=${SECRET}` }, "sensitive"],
    ["2 a secret in the tier", { tier: `token=${SECRET}` }, "sensitive"],
    ["3 a short key", { key: "a:b" }, "metadata"],
    ["3 a long key", { key: `a:b:c:${"d".repeat(200)}` }, "metadata"],
    ["4 three segments", { key: "cart:cache:decision" }, "metadata"],
    ["4 five segments", { key: "cart:cache:decision:store:x" }, "metadata"],
    ["4 a foreign character", { key: "cart:cache:decision:st ore" }, "metadata"],
    ["4 an empty segment", { key: "cart::decision:store" }, "metadata"],
    ["5 attribute", { attribute: "opinion" }, "metadata"],
    ["6 tier", { tier: "vip" }, "metadata"],
    ["7 nine tags", { tags: Array.from({ length: 9 }, (_, index) => `t${index}`) }, "metadata"],
    ["7 an empty tag", { tags: [" "] }, "metadata"],
    ["7 a long tag", { tags: ["t".repeat(65)] }, "metadata"],
    ["7 a comma in a tag", { tags: ["a,b"] }, "metadata"],
    ["7 a control character in a tag", { tags: ["a\u0007b"] }, "metadata"],
    ["8 importance", { importance: 11 }, "metadata"],
    ["8 importance that is no number", { importance: Number.NaN }, "metadata"],
    ["9 a secret in the value", { value: `生产环境的密码是 ${SECRET}，部署前必须检查。` }, "sensitive"],
    ["10 language", { value: "The cart cache is Redis because sessions must survive." }, "language"],
    ["11 of the moment", { value: "正在等待用户确认接口方案，然后继续。" }, "ephemeral"],
    ["12 confidence", { confidence: 0.29 }, "confidence"],
    ["12 confidence above one", { confidence: 1.2 }, "confidence"],
    ["13 short", { value: "用 Redis" }, "length"],
    ["13 long", { value: "长".repeat(501) }, "length"],
    ["14 an opener that says nothing", { value: "会话继续，后续必须先验证回滚路径再部署。" }, "low_information"],
  ])("E81: gate %s", (_, more, reason) => {
    expect(reasonOf(more)).toBe(reason);
  });

  it("E81: each gate wins over those after it", () => {
    const worse: Partial<Candidate>[] = [
      { confidence: 0.1 },
      { value: "等待用户" },
      { value: `token=${SECRET}` },
      { importance: 99 },
      { attribute: "opinion" },
      { key: "a:b" },
      { tags: [SECRET] },
      { attribute: 3 },
    ];
    const reasons: string[] = [];
    let candidate: Partial<Candidate> = {};
    for (const more of worse) reasons.push(reasonOf((candidate = { ...candidate, ...more })));
    expect(reasons).toEqual([
      "confidence",
      "ephemeral",
      "sensitive",
      "metadata",
      "metadata",
      "metadata",
      "sensitive",
      "metadata",
    ]);
  });

  it.each([0.3, 1])("confidence %d is enough", (confidence) => expect(reasonOf({ confidence })).toBe("passed"));
  it.each([10, 500])("%d characters are", (length) => expect(reasonOf({ value: "规".repeat(length) })).toBe("passed"));
  it("8 tags of 64 characters, a key of 200", () => {
    const tags = Array.from({ length: 8 }, (_, index) => `${index}`.padEnd(64, "t"));
    expect(reasonOf({ tags, key: `a:b:c:${"d".repeat(194)}` })).toBe("passed");
  });
  it("E81: with memory_language any, other languages pass", () => {
    expect(reasonOf({ value: "The cart cache is Redis because sessions must survive." }, ANY)).toBe("passed");
  });
  it("a mark in the place of a secret is no secret", () => {
    expect(reasonOf({ value: "数据库密码存放在保险库，轮换由 [已脱敏:password] 触发。" })).toBe("passed");
  });
});

describe("E82: what holds for the moment only", () => {
  it.each([
    "等待用户确认接口方案",
    "Waiting for the user to confirm the schema",
    "临时关闭了缓存",
    "This is a one-off workaround",
    "本次 42 个测试全部通过",
    "This time 42 tests passed",
    "57 tests passed",
    "部署已完成",
    "Deployment finished",
    "提交 3f9a2c1 修复了登录问题",
    "3f9a2c17",
    "长期规则：本次 42 个测试全部通过",
    "本次 42 个测试全部通过，这是长期规则",
    "This time 42 tests passed; long-term rule",
    "必须记住本次部署已完成",
    "部署已完成，必须",
    "从现在起，本次部署已完成",
    "测试通过了 42 个",
    "Tests: 42 passed",
    "A one-time fix for the build",
    "HEAD 是 3f9a2c17de",
    "Await the user's decision",
  ])("E82: %s", (text) => expect(isEphemeral(text)).toBe(true));

  it.each([
    "本次部署已完成，后续部署必须先验证回滚路径",
    "This time 42 tests passed, but every release must run the smoke test first",
    "等待用户确认，因为删除操作不可恢复，禁止自动执行",
    "Temporarily disabled the cache to avoid stale carts after a deploy",
    "部署前必须先验证回滚路径",
    "Temporary files go to the var folder",
    "临时文件必须放在 var 目录",
    "Commits are signed with the release key",
    "Tests must pass before a merge",
    "Redis holds the cart cache",
    "部署完成后必须通知值班同事",
    "发布完成时自动打标签",
    "The build completed event triggers the cache warm-up",
    "One-time passwords live for five minutes",
  ])("E82: not: %s", (text) => expect(isEphemeral(text)).toBe(false));

  it("takes linear time", { timeout: 10_000 }, () => {
    for (const unit of ["等待", "this time ", "tests passed ", "because ", "commit ", "a1b2c3d ", "， "]) {
      expect(typeof isEphemeral(unit.repeat(60_000))).toBe("boolean");
    }
  });
});

describe("E83, E84: order", () => {
  const candidate = (topic: string, more: Partial<Candidate> = {}): Candidate => ({
    ...good,
    key: `cart:x:y:${topic}`,
    ...more,
  });
  const topics = (candidates: Candidate[]) =>
    rankCandidates(candidates, ZH).atomics.map(({ key }) => key.slice("cart:x:y:".length));

  it("E83: an invalid duplicate of high rank does not displace a valid one", () => {
    const ranked = rankCandidates(
      [
        candidate("a", { importance: 10, tier: "pinned", value: "token=" + SECRET }),
        candidate("A ", { importance: 2 }),
      ],
      ZH,
    );
    expect(ranked.atomics.map(({ importance }) => importance)).toEqual([2]);
    expect(ranked.rejected).toEqual({ sensitive: 1 });
  });

  it("E83: of one key, letter case aside, one is left", () => {
    expect(topics([candidate("one"), candidate("ONE"), candidate(" one "), candidate("two")])).toEqual(["one", "two"]);
    expect(foldKey("  Cart:X:Y:One ")).toBe("cart:x:y:one");
  });

  it("E84: pinned, importance, confidence, original order", () => {
    const given = [
      candidate("last", { importance: 5, confidence: 0.5 }),
      candidate("sure", { importance: 5, confidence: 0.9 }),
      candidate("first-of-two", { importance: 8 }),
      candidate("second-of-two", { importance: 8 }),
      candidate("pinned", { tier: "pinned", importance: 1, confidence: 0.3 }),
    ];
    expect(topics(given)).toEqual(["pinned", "first-of-two", "second-of-two", "sure", "last"]);
  });

  it("counts the refused by reason", () => {
    const { rejected } = rankCandidates(
      [candidate("a", { confidence: 0.1 }), candidate("b", { confidence: 0.1 }), candidate("c", { key: "bad" })],
      ZH,
    );
    expect(rejected).toEqual({ confidence: 2, metadata: 1 });
  });
});
