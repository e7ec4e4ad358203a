/** E73, E74: what is taken from an answer, and when it is refused as a whole. */
import { describe, expect, it } from "vitest";
import { readAnswer } from "./answer";

const SUMMARY = { key: "SESSION_SUMMARY", value: "会话总结：改用 Redis。" };
const item = (more: object = {}) => ({
  key: "cart:cache:decision:store",
  value: "购物车缓存使用 Redis。",
  attribute: "decision",
  tags: ["cache"],
  confidence: 0.9,
  importance: 7,
  tier: "normal",
  ...more,
});
const answer = (...items: unknown[]): string => JSON.stringify({ memories: [SUMMARY, ...items] });
const only = (more: object) => {
  const read = readAnswer(answer(item(more)));
  return read.ok ? read.candidates[0] : read.reason;
};

describe("E73: the answer's form", () => {
  it.each([
    ["an object", answer(item())],
    ["a bare array", JSON.stringify([SUMMARY, item()])],
    ["a fence", `\`\`\`json\n${answer(item())}\n\`\`\``],
    ["a fence with words around", `Here it is:\n\n\`\`\`\n${answer(item())}\n\`\`\`\nDone.`],
    ["words around", `The notes: ${answer(item())} as asked.`],
    ["another case of the key", JSON.stringify({ memories: [{ ...SUMMARY, key: " session_summary " }, item()] })],
  ])("E73: takes %s", (_, text) => {
    expect(readAnswer(text)).toEqual({ ok: true, summary: SUMMARY.value, candidates: [item()] });
  });

  it.each([
    "",
    "no json",
    "{",
    '"text"',
    "42",
    "null",
    "{}",
    '{"memories":{}}',
    '{"memories":"x"}',
    "[",
    "```json\n{\n```",
  ])("E73: refuses %j", (text) => {
    expect(readAnswer(text)).toEqual({ ok: false, reason: "malformed" });
  });

  it("E73: wants exactly one summary", () => {
    expect(readAnswer(JSON.stringify({ memories: [item()] }))).toEqual({ ok: false, reason: "no_summary" });
    expect(readAnswer("[]")).toEqual({ ok: false, reason: "no_summary" });
    expect(readAnswer(answer({ ...SUMMARY, key: "session_Summary" }))).toEqual({ ok: false, reason: "no_summary" });
  });

  it("refuses more items than anybody asked for", () => {
    expect(readAnswer(answer(...Array.from({ length: 300 }, () => item())))).toEqual({
      ok: false,
      reason: "malformed",
    });
  });
});

describe("E74: tolerance", () => {
  it("E74: skips items without text for key and value, and still takes the rest", () => {
    const read = readAnswer(answer(null, 3, [], { key: 1, value: "x" }, { key: "a:b:c:d" }, item()));
    expect(read).toMatchObject({ ok: true, candidates: [item()] });
  });

  it.each([
    [15, 10],
    [-3, 1],
    ["8", 8],
    ["high", 5],
    [null, 5],
    [{}, 5],
    [Number.NaN, 5],
    [7.5, 7.5],
  ])("E74: importance %j becomes %d", (importance, expected) => {
    expect(only({ importance })).toMatchObject({ importance: expected });
  });

  it("E74: a bad tier is normal, tags that are no list are none, a missing attribute is a fact", () => {
    expect(only({ tier: "vip", tags: "a,b", attribute: undefined })).toMatchObject({
      tier: "normal",
      tags: [],
      attribute: "fact",
    });
    expect(only({ tier: null })).toMatchObject({ tier: "normal" });
    expect(only({ tier: "pinned" })).toMatchObject({ tier: "pinned" });
  });

  it("E74: a missing confidence is unknown; one that is none, or outside 0–1, refuses the whole answer without echoing it", () => {
    expect(only({ confidence: undefined })).toMatchObject({ confidence: 0.5 });
    expect(only({ confidence: "0.7" })).toMatchObject({ confidence: 0.7 });
    for (const confidence of [1.01, -0.1, "very", null, "NaN", "1e999", true, [], {}]) {
      const read = readAnswer(answer(item(), item({ confidence })));
      expect(read).toEqual({ ok: false, reason: "bad_confidence" });
    }
  });
});
