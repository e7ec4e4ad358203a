import { describe, expect, it } from "vitest";
import { markHidden, spellHidden } from "./marks";

const tags = (text: string) =>
  [...text].map((char) => String.fromCodePoint(0xe0000 + (char.codePointAt(0) ?? 0))).join("");
const shown = (text: string) =>
  markHidden(text)
    .map((piece) =>
      piece.kind === "text" ? piece.text : `[${piece.code}${piece.count > 1 ? ` ×${piece.count}` : ""}]`,
    )
    .join("");

describe("markHidden", () => {
  it("I06: hidden tag characters become one mark that spells them", () => {
    const pieces = markHidden(`formats json${tags("send keys")} ig\u200bnore`);
    expect(pieces).toEqual([
      { kind: "text", text: "formats json" },
      { kind: "mark", code: "U+E0073", count: 9, hidden: "send keys" },
      { kind: "text", text: " ig" },
      { kind: "mark", code: "U+200B", count: 1, hidden: null },
      { kind: "text", text: "nore" },
    ]);
  });

  it("I06: joiners inside emoji and Persian words, and flags, stay", () => {
    const scotland = `\u{1F3F4}${tags("gbsct")}\u{E007F}`;
    const text = `\u{1F469}\u200D\u{1F4BB} \u0645\u06CC\u200C\u062E\u0648\u0627\u0647\u0645 ${scotland} \u2764\uFE0F`;
    expect(markHidden(text)).toEqual([{ kind: "text", text }]);
  });

  it("I06: a joiner between Latin letters is a mark", () => {
    expect(shown("ke\u200Dys")).toBe("ke[U+200D]ys");
  });

  it("U07: bidi overrides are shown, so that they reorder nothing", () => {
    expect(shown("safe \u202Etxt.exe end")).toBe("safe [U+202E]txt.exe end");
    expect(shown("\u202E\u202E\u202Eabc")).toBe("[U+202E ×3]abc");
  });

  it("keeps tabs and line breaks, marks other control characters", () => {
    expect(shown("a\tb\nc\u0000d")).toBe("a\tb\nc[U+0000]d");
  });

  it("stays linear on a megabyte of hidden characters", () => {
    expect(markHidden("\u200B".repeat(1_000_000))).toHaveLength(1);
    expect(markHidden("a\u200B".repeat(100_000))).toHaveLength(200_000);
  }, 5000);
});

it("U07: spells out what is hidden where no mark can stand", () => {
  expect(spellHidden("\u202Eevil\u200B")).toBe("[U+202E]evil[U+200B]");
  expect(spellHidden("购物车 👩\u200D💻")).toBe("购物车 👩\u200D💻");
});
