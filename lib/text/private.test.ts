import { describe, expect, it } from "vitest";
import { REMOVED_TAGS, removePrivate } from "./private";

const rest = (text: string) => removePrivate(text).text;

describe("removePrivate", () => {
  it("P01: removes a private part and keeps the words around it", () => {
    expect(removePrivate("fix login <private>SECRET-P1</private> please")).toMatchObject({
      text: "fix login  please",
      isPrivate: false,
    });
  });

  it("P02: tells that a text was wholly private", () => {
    expect(removePrivate("<private>only SECRET-P2</private>")).toMatchObject({ text: "", isPrivate: true });
    expect(removePrivate(" \n<private>a</private>\t<PRIVATE>b</PRIVATE> ").isPrivate).toBe(true);
    expect(removePrivate("").isPrivate).toBe(false);
    expect(removePrivate("   ").isPrivate).toBe(false);
    expect(removePrivate("<system-reminder>x</system-reminder>")).toMatchObject({ text: "", isPrivate: false });
  });

  it("P06: counts nested tags, so that only the outermost end ends the removal", () => {
    const text = rest("a <private>one <private>SECRET-P6a</private> SECRET-P6b</private> KEEP-P6");
    expect(text).toBe("a  KEEP-P6");
  });

  it.each([
    ["a <private>SECRET", "a "],
    ["a <private SECRET", "a "],
    ["a <PRIVATE>SECRET</Private> b", "a  b"],
    ['a <private reason="x > y">SECRET</private> b', "a  b"],
    ['a <private note="</private>">SECRET</private> b', "a  b"],
    ['a <private note="</private>SECRET', "a "],
    ["a < private >SECRET</ private\n> b", "a  b"],
    ["a <private/>SECRET</private> b", "a  b"],
    ["a <private>x</private y <private>SECRET</private> SECRET</private> b", "a  b"],
    ["a <pri\u200bvate>SECRET</private> b", "a  b"],
    ["a <private <private>x</private> SECRET</private> b", "a  b"],
    ["a <private>x<system-reminder>y</private>SECRET</system-reminder> b", "a  b"],
    ["a </private> b", "a  b"],
    ["the `<private>` tag hides SECRET", "the `"],
  ])("fails closed: %j", (text, expected) => {
    expect(rest(text)).toBe(expected);
  });

  it("M15: removes the injected blocks of all products", () => {
    for (const tag of REMOVED_TAGS) expect(rest(`a <${tag}>x</${tag}>b`)).toBe("a b");
    expect(rest("a <claude-mem-context>SECRET")).toBe("a ");
    expect(rest("a <everme_recall>SECRET")).toBe("a ");
  });

  it("keeps a host's reminder tag that has no end, but not what is private after it", () => {
    expect(rest("grep '<system-reminder>' src.ts then <system-reminder>x</system-reminder> go")).toBe(
      "grep '<system-reminder>' src.ts then  go",
    );
    expect(rest('<system-reminder a="> <private>SECRET</private> b')).toBe('<system-reminder a=">  b');
  });

  it("leaves all other markup literal", () => {
    const text =
      "a < b, <div>x</div> <privateer> <private-key> </memory-context> Map<string> &lt;private&gt; <a href='x'>";
    expect(rest(text)).toBe(text);
  });

  it("P08: reads hostile runs of tags in linear time", { timeout: 1000 }, () => {
    expect(rest("<".repeat(300_000))).toHaveLength(300_000);
    expect(rest("<private>".repeat(60_000))).toBe("");
    expect(rest("<private" + ' a="x"'.repeat(50_000))).toBe("");
    expect(rest("</private ".repeat(60_000))).toHaveLength(600_000);
    expect(rest("<system-reminder ".repeat(60_000))).toHaveLength(1_020_000);
  });
});
