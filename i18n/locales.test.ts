import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { DEFAULT_LOCALE, HTML_LANG, LOCALE_NAMES, LOCALES, negotiateLocale } from "./locales";
import { readZone } from "./zone";

describe("negotiateLocale", () => {
  it("takes the cookie before the browser's wish, but only a language that there is", () => {
    expect(negotiateLocale("zh", "en-GB,en;q=0.9")).toBe("zh");
    expect(negotiateLocale("en", "zh-CN")).toBe("en");
    for (const odd of ["fr", "", "ZH", "zh-CN", "__proto__", "constructor"]) {
      expect(negotiateLocale(odd, "zh-CN,zh;q=0.9")).toBe("zh");
    }
  });

  it.each([
    ["zh-CN,zh;q=0.9,en;q=0.8", "zh"],
    ["zh-Hant-TW", "zh"],
    ["ZH", "zh"],
    ["en-US,en;q=0.9,zh;q=0.8", "en"],
    ["fr-FR, de;q=0.9, zh;q=0.2, en;q=0.1", "zh"],
    ["en;q=0.1, zh;q=0.7", "zh"],
    ["zh;q=0, en", "en"],
    ["zh;q=0", "en"],
    ["en, zh", "en"],
    ["zh ; Q=0.5 , en ; q=0.4", "zh"],
    ["fr", "en"],
    ["*", "en"],
    ["", "en"],
    ["zh;q=2, en;q=0.1", "en"],
    ["zh;q=x, en;q=0.1", "en"],
    ["zhx, english", "en"],
  ])("reads %j as %s", (header, locale) => {
    expect(negotiateLocale(undefined, header)).toBe(locale);
  });

  it("answers one of the languages whatever comes", () => {
    fc.assert(
      fc.property(
        fc.option(fc.string(), { nil: undefined }),
        fc.option(fc.string({ unit: "binary" })),
        (cookie, header) => LOCALES.includes(negotiateLocale(cookie, header)),
      ),
    );
    expect(negotiateLocale(undefined, null)).toBe(DEFAULT_LOCALE);
    expect(negotiateLocale(undefined, `${"x,".repeat(1_000_000)}zh`)).toBe(DEFAULT_LOCALE);
  });
});

it("every language has its own name and a tag for the page", () => {
  for (const locale of LOCALES) {
    expect(LOCALE_NAMES[locale]).not.toBe("");
    expect(HTML_LANG[locale].startsWith(locale)).toBe(true);
  }
});

it("readZone takes the zones that Node knows and UTC for anything else", () => {
  expect(readZone("Asia/Shanghai")).toBe("Asia/Shanghai");
  for (const odd of [undefined, "", "Mars/Base", "../etc/passwd", "x".repeat(10_000)])
    expect(readZone(odd)).toBe("UTC");
});
