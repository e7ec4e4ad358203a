import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { formsOf, leavesOf, makeNeedles, makeRunScrubber, mapText, MARK, replaceForms } from "./needles";

const LONG = "the staging password rotates on Mondays";

describe("needles", () => {
  it("from 24 characters on a text is looked for everywhere, in Chinese as in English", () => {
    const needles = makeNeedles(["a".repeat(24), "b".repeat(23), "部".repeat(24), "署".repeat(23), "ok", "好"]);
    expect(needles.everywhere).toEqual(["a".repeat(24), "部".repeat(24)]);
    expect(needles.nearby).toEqual(["b".repeat(23), "署".repeat(23)]);
  });

  it("finds a text with quotes and line ends however often JSON has escaped it", () => {
    const text = 'say "hi"\nto \\ them';
    let stored = `before ${text} after`;
    for (let depth = 0; depth <= 3; depth += 1) {
      expect(replaceForms(stored, formsOf(text))).not.toContain("hi");
      stored = JSON.stringify({ stored });
    }
  });

  it("cuts longer runs that a source shares with the text, and leaves the rest", () => {
    const scrub = makeRunScrubber(makeNeedles([`In shop: ${LONG}, says ops.`]));
    expect(scrub(`Remember that ${LONG}! And buy milk.`)).toBe(`Remember that${MARK}! And buy milk.`);
    expect(scrub("the staging server is slow")).toBe("the staging server is slow");
  });

  it("cuts runs of twelve Chinese characters", () => {
    const scrub = makeRunScrubber(makeNeedles(["商店项目:生产数据库的备份每周一凌晨三点开始执行并校验"]));
    expect(scrub("请记住生产数据库的备份每周一凌晨三点开始执行,谢谢")).toBe(`请记住${MARK},谢谢`);
  });

  it("walks JSON inside JSON and leaves untouched JSON as it was", () => {
    const spaced = '{ "a": [1, "x"],  "b": "{\\"c\\":\\"secret thing\\"}" }';
    expect(mapText(spaced, (text) => text)).toBe(spaced);
    expect(mapText(spaced, (text) => text.replace("secret thing", MARK))).toBe(
      `{"a":[1,"x"],"b":"{\\"c\\":\\"${MARK}\\"}"}`,
    );
    expect(leavesOf(spaced)).toContain("secret thing");
  });

  it("does not overflow on deep JSON", () => {
    const deep = "[".repeat(50_000) + "]".repeat(50_000);
    expect(mapText(deep, (text) => text)).toBe(deep);
  });

  it("never leaves a needle behind, whatever surrounds it", () => {
    const text = fc.string({ minLength: 24, maxLength: 60, unit: "grapheme" });
    fc.assert(
      fc.property(text, fc.string({ unit: "grapheme" }), fc.string({ unit: "grapheme" }), (needle, before, after) => {
        const wanted = needle.trim();
        fc.pre([...wanted].length >= 24);
        const { everywhere } = makeNeedles([needle]);
        expect(replaceForms(before + wanted + after, everywhere.flatMap(formsOf))).not.toContain(wanted);
      }),
    );
  });
});
