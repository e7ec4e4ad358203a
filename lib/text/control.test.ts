import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { splitNul, stripControl } from "./control";

describe("stripControl", () => {
  it("E08: strips colours, cursor moves and hyperlinks, and keeps the text of both sides of a lone return", () => {
    const raw = "\x1b[31mFA\x1b[1mIL\x1b[0m 3 tests \x1b]8;;http://x.test\x07link\x1b]8;;\x07\x1b[2J\r overwritten";
    expect(stripControl(raw)).toBe("FAIL 3 tests link\n overwritten");
  });

  it.each([
    ["\x1b]8;;http://x.test\x1b\\link\x1b]8;;\x1b\\!", "link!"],
    ["\x9b31mred\x9b0m", "red"],
    ["\x1bP1;2|data\x1b\\after", "after"],
    ["\x1b(Bplain\x1b=", "plain"],
    ["a\r\nb\r\r\nc\rd\fe", "a\nb\nc\nd\ne"],
    ["N\bNA\bAM\bME\bE _\bx 1\b2", "NAME x 12"],
    ["a\tb\nc\x07\x7f", "a\tb\nc"],
    ["\x1b]0;never closed\nnext", "0;never closed\nnext"],
    ["cut \x1b[", "cut "],
    ["ig\u200bnore \ufefftrim", "ignore \ufefftrim"],
    ["\u{1F469}\u200d\u{1F4BB} \u0645\u06cc\u200c\u062e", "\u{1F469}\u200d\u{1F4BB} \u0645\u06cc\u200c\u062e"],
  ])("cleans %j", (raw, clean) => {
    expect(stripControl(raw)).toBe(clean);
  });

  it("E04: makes lone surrogates visible and keeps pairs", () => {
    expect(stripControl("SURMARK \udc88 end \ud83d")).toBe("SURMARK \ufffd end \ufffd");
    expect(stripControl("ok \u{1F600}")).toBe("ok \u{1F600}");
  });

  it("E14: leaves backslashes alone", () => {
    const path = "C:\\Users\\uabcdef\\new\\table.txt";
    expect(stripControl(path)).toBe(path);
  });

  it("E06: reads NUL as a separator, or as half of UTF-16", () => {
    expect(splitNul("before\0AFTERNUL tail")[0]).toBe("before\nAFTERNUL tail");
    expect(splitNul("d\0i\0r\0")).toEqual(["dir"]);
  });

  it("gives well-formed text without control characters for any input, and nothing more on a second pass", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), fc.array(fc.integer({ min: 0, max: 0xffff })), (text, units) => {
        const once = stripControl(text + String.fromCharCode(...units));
        expect(once).not.toMatch(/[\x01-\x08\x0b-\x1f\x7f-\x9f]|\p{Surrogate}/u);
      }),
    );
  });

  it("is linear on hostile runs", { timeout: 2000 }, () => {
    for (const piece of ["\x1b", "\x1b[", "\x1b]a", "\r", "_\b", "\ud83d", "\x1b[0", "\x9d"]) {
      expect(stripControl(piece.repeat(100_000)).length).toBeLessThan(200_001);
    }
  });
});
