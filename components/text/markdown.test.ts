import { NextIntlClientProvider } from "next-intl";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { messagesOf } from "@/i18n/messages";
import { Markdown } from "./markdown";

const draw = (text: string, props: { limit?: number; under?: 1 | 2 | 3 | 4 } = {}): string =>
  renderToStaticMarkup(
    createElement(NextIntlClientProvider, {
      locale: "en",
      messages: messagesOf("en"),
      timeZone: "UTC",
      children: createElement(Markdown, { text, ...props }),
    }),
  );
/** What a reader sees. */
const words = (html: string): string =>
  html
    .replace(/<[^>]+>/g, "")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&quot;", '"')
    .replaceAll("&#x27;", "'")
    .replaceAll("&amp;", "&");

describe("Markdown", () => {
  it("draws emphasis, lists, quotes, code and tables", () => {
    const html = draw("**Bold** and `code`\n\n- one\n- [x] two\n\n> said\n\n|a|b|\n|-|-|\n|1|2|\n\n```ts\nlet a;\n```");
    expect(html).toContain("<strong>Bold</strong>");
    expect(html).toMatch(/<code[^>]*><bdi dir="ltr"[^>]*>code<\/bdi><\/code>/);
    expect(html).toMatch(/<li dir="auto"[^>]*>one<\/li>/);
    expect(html).toContain('aria-label="done"');
    expect(html).toContain("<blockquote");
    expect(html).toMatch(/<div role="group" aria-label="Table" tabindex="0"[^>]*><table/i);
    expect(html).toMatch(/<div role="group" aria-label="Code" tabindex="0"[^>]*><pre dir="ltr"/i);
  });

  it("keeps a single line break, as whoever wrote the text saw it", () => {
    expect(draw("first\nsecond")).toContain("first<br/>second");
  });

  it.each([
    "<script>alert(1)</script>",
    "before <img src=x onerror=alert(1)> after",
    "<iframe src=//evil.example></iframe>",
    '<svg><a xlink:href="javascript:alert(1)">x</a></svg>',
    "<style>*{display:none}</style>",
    "<!-- hidden orders -->",
  ])("E112: markup is shown as text: %s", (text) => {
    const html = draw(text);
    expect(words(html)).toContain(text);
    expect(html).not.toMatch(/<(script|img|iframe|svg\s*><a|style)[\s>]/);
    expect(html).not.toContain("<!--");
  });

  it.each([
    ["[go](javascript:alert(1))", "javascript:alert(1)"],
    ["[go](JaVaScRiPt:alert(1))", "JaVaScRiPt:alert(1)"],
    ["[go](data:text/html,hi)", "data:text/html,hi"],
    ["[go](file:///etc/passwd)", "file:///etc/passwd"],
    ["[go](//evil.example/a)", "//evil.example/a"],
    ["[go](/settings)", "/settings"],
    ["[go](#here)", "#here"],
    ["[go](vbscript:x)", "vbscript:x"],
  ])("links only where a link may go: %s", (text, target) => {
    const html = draw(text);
    expect(html).not.toContain("<a");
    expect(words(html)).toContain("go");
    expect(words(html)).toContain(target);
  });

  it("says where a link goes and that it leaves", () => {
    const html = draw("[Keepsake](https://evil.example/path?a=1)");
    expect(html).toContain('href="https://evil.example/path?a=1"');
    expect(html).toContain('rel="noreferrer noopener"');
    expect(html).toContain('target="_blank"');
    expect(words(html)).toBe("Keepsake (evil.example) (opens outside Keepsake)");
  });

  it("names the host once where the words do already, and as the browser reads it where they lie", () => {
    expect(words(draw("https://example.org/a"))).toBe("https://example.org/a (opens outside Keepsake)");
    expect(words(draw("[https://bank.example](https://bаnk.example)"))).toContain("(xn--");
    expect(words(draw("mail <a@b.example>"))).toBe("mail a@b.example (opens outside Keepsake)");
  });

  it("loads no image: its words and a marked link remain", () => {
    const html = draw("![a chart](https://track.example/p.png) ![](https://track.example/q.png)");
    expect(html).not.toContain("<img");
    expect(html).toContain('href="https://track.example/p.png"');
    expect(words(html)).toContain("Image: a chart (track.example)");
    expect(draw("![x](data:image/png;base64,AA)")).not.toContain("<a");
  });

  it("puts no link into a link", () => {
    const html = draw("[![build](https://ci.example/badge.svg)](https://ci.example)");
    expect(html.match(/<a /g)).toHaveLength(1);
    expect(words(html)).toContain("build");
  });

  it("levels headings below the page's, without a gap", () => {
    const html = draw("# One\n\n### Deep\n\n###### Deeper\n\n## Two\n\n#\n");
    expect([...html.matchAll(/<h(\d)/g)].map((match) => match[1])).toEqual(["3", "4", "5", "4"]);
    expect(draw("#### Only", { under: 3 })).toContain("<h4");
  });

  it("leaves footnotes where they were written, without ids of its own", () => {
    const html = draw("a[^n]\n\n[^n]: the note");
    expect(html).not.toMatch(/ id=|<section|Footnotes/);
    expect(words(html)).toMatch(/a\[n\]\s+\[n\]\s+the note/);
  });

  it("I06, U07: hidden and reordering characters are marks, in words and in code", () => {
    const html = draw("safe \u202Etxt.exe `a\u200Bb`");
    expect(html).not.toMatch(/[\u202E\u200B]/);
    expect(words(html)).toContain("U+202E");
    expect(words(html)).toContain("U+200B");
  });

  it("U07: each block stands in its own direction", () => {
    expect(draw("שלום abc\n\nabc")).toMatch(/<p dir="auto">שלום abc<\/p>\s*<p dir="auto">abc<\/p>/);
  });

  it("folds long text and shows its beginning", () => {
    const html = draw(`${"word ".repeat(100)}**end**`, { limit: 40 });
    expect(html).toContain("<details");
    expect(html).toContain("Show all 507 characters");
    expect(html).toContain("<strong>end</strong>");
  });

  it("reads text as it is where parsing it is too much", () => {
    const text = `${"> ".repeat(30)}**deep**`;
    expect(words(draw(text))).toBe(text);
    expect(draw(text)).not.toContain("<strong");
  });
});

describe("hostile Markdown neither hangs nor breaks", () => {
  const n = 10_000;
  it.each([
    ["quotes", ">".repeat(n)],
    ["quotes with spaces", "> ".repeat(n)],
    ["lists", "- ".repeat(n)],
    ["numbered lists", "1. ".repeat(n)],
    ["brackets", "[".repeat(n)],
    ["closed brackets", "[".repeat(n) + "]".repeat(n)],
    ["images", "![".repeat(n)],
    ["links", "[a](".repeat(n)],
    ["a megabyte of stars", "*".repeat(1_000_000)],
    ["a megabyte of words", "a b\n".repeat(250_000)],
    ["mixed emphasis", "*a_ ".repeat(2_900)],
    ["nested emphasis", "*a **b ".repeat(480) + "c** d*".repeat(480)],
    ["underlines", "a\n=\n".repeat(2_900)],
    ["table cells", `${"|a".repeat(100)}|\n${"|-".repeat(100)}|\n${"|\n".repeat(1_200)}`],
    ["indented lists", Array.from({ length: 150 }, (_, depth) => `${" ".repeat(2 * depth)}- a`).join("\n")],
    ["code fences", "`".repeat(700)],
    ["html", "<a ".repeat(3_900)],
    ["definitions", `${"[a]: b\n".repeat(300)}${"[a]".repeat(300)}`],
    ["addresses", "http://a.".repeat(1_300)],
    ["backslashes", "\\".repeat(n)],
  ])("%s", (_, text) => {
    const begun = performance.now();
    expect(draw(text, { limit: Number.POSITIVE_INFINITY }).length).toBeGreaterThan(0);
    expect(performance.now() - begun).toBeLessThan(3_000);
  });
});
