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
    ["a ＜private＞SECRET＜/private＞ b", "a  b"],
    ["a ＜ｐｒｉｖａｔｅ＞SECRET", "a "],
    ["a <ｐｒｉｖａｔｅ>SECRET＜／private＞ b", "a  b"],
    ["a <PRİVATE>SECRET</PRİVATE> b", "a  b"],
    ["a <\u2028private>SECRET</\u2003private> b", "a  b"],
    ["a <pri\u202evate>SECRET</\u2066private\u2069> b", "a  b"],
    ["a <pri\u034fva\u180ete\ufe0f>SECRET</private> b", "a  b"],
    ["a <pri\u{e0061}vate>SECRET</private> b", "a  b"],
  ])("fails closed: %j", (text, expected) => {
    expect(rest(text)).toBe(expected);
  });

  it.each([
    ["a &lt;private&gt;SECRET&lt;/private&gt; b", "a  b"],
    ["a &LT;Private&GT;SECRET&lt;/private> b", "a  b"],
    ["a &#60;private&#62;SECRET&#0060;/private&#x3E; b", "a  b"],
    ["a &lt;private reason=x&gt;SECRET&lt;/private&gt; b", "a  b"],
    ["a \\u003cprivate\\u003eSECRET\\u003c/private\\u003e b", "a  b"],
    ["a \\\\u003Cprivate\\\\u003eSECRET\\\\u003c/private\\\\u003e b", "a  b"],
    ["a \\x3cprivate\\x3eSECRET\\x3c/private\\x3e b", "a  b"],
    ["?q=%3Cprivate%3ESECRET%3C/private%3E b", "?q= b"],
    ["a &lt;private&gt;SECRET</private> b", "a  b"],
    ["a &lt;private&gt;x&lt;private&gt;y&lt;/private&gt;SECRET&lt;/private&gt; b", "a  b"],
    ["a <private>x&lt;/private&gt;SECRET", "a "],
  ])("M15: a pair whose brackets are escaped hides what is between: %j", (text, expected) => {
    expect(rest(text)).toBe(expected);
  });

  it("a page that names an escaped tag keeps its text, and what is private beside it goes", () => {
    expect(rest("write &lt;private&gt; before it, then <private>SECRET</private> go")).toBe(
      "write &lt;private&gt; before it, then  go",
    );
    expect(rest("ends with &lt;/private&gt;, see &lt;system-reminder&gt;x&lt;/system-reminder&gt;")).toBe(
      "ends with &lt;/private&gt;, see &lt;system-reminder&gt;x&lt;/system-reminder&gt;",
    );
    expect(removePrivate(" &lt;private&gt;all of it&lt;/private&gt;\n").isPrivate).toBe(true);
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

  it("P08: reads hostile runs of escaped tags in linear time", { timeout: 1000 }, () => {
    expect(rest("&lt;/private ".repeat(60_000))).toHaveLength(780_000);
    expect(rest("&lt;private ".repeat(60_000))).toHaveLength(720_000);
    expect(rest("\\".repeat(300_000))).toHaveLength(300_000);
    expect(rest("&#".repeat(150_000) + "&#0000000".repeat(30_000))).toHaveLength(570_000);
  });
});
