import { readdirSync } from "node:fs";
import fc from "fast-check";
import { createTranslator } from "next-intl";
import { describe, expect, it } from "vitest";
import { argumentsOf } from "./icu";
import { LOCALES, type Locale } from "./locales";
import { MESSAGES, type Namespace } from "./messages";
import { flatMessages } from "./testing";

const files = (locale: Locale) => readdirSync(new URL(`../messages/${locale}`, import.meta.url)).sort();
const namespaces = Object.keys(MESSAGES.en) as Namespace[];

/** Told the same in every language: names of products, and words of the contract. */
const SAME_EVERYWHERE = [
  /^common\.name$/,
  /^labels\.(host\.|tierTerm\.|actor\.job$)/,
  /^settings\.hosts\.(claude|kimi)$/,
];

/** Without arguments, the letters that are left are the message's own words. */
const ownText = (message: string): string => message.replaceAll(/\{\w+(, number)?\}|<\/?\w+>/g, "");

describe("messages", () => {
  it("every file is merged, under its own name, in every language", () => {
    for (const locale of LOCALES) {
      expect(files(locale), locale).toEqual(namespaces.map((name) => `${name}.json`).sort());
      expect(Object.keys(MESSAGES[locale]).sort(), locale).toEqual([...namespaces].sort());
    }
  });

  it.each(namespaces)(
    "%s: the languages have the same keys, and a key takes the same arguments in each",
    (namespace) => {
      const english = flatMessages(MESSAGES.en[namespace]);
      for (const locale of LOCALES) {
        const other = flatMessages(MESSAGES[locale][namespace]);
        expect([...other.keys()].sort(), locale).toEqual([...english.keys()].sort());
        for (const [key, text] of english) {
          const [wanted, got] = [argumentsOf(text), argumentsOf(other.get(key) ?? "")];
          // A language without plural forms may leave the number out where the other only chooses by it.
          for (const [name, kind] of got) expect(`${key} ${name} ${kind}`).toBe(`${key} ${name} ${wanted.get(name)}`);
          expect([...got.keys()].sort(), `${locale} ${key}`).toEqual([...wanted.keys()].sort());
        }
      }
    },
  );

  it("every message can be formatted with any numbers and any text, and shows the text as it is", () => {
    for (const locale of LOCALES) {
      for (const namespace of namespaces) {
        const translate = createTranslator({
          locale,
          messages: MESSAGES[locale],
          onError: (error) => {
            throw error;
          },
        });
        for (const [key, message] of flatMessages(MESSAGES[locale][namespace])) {
          const kinds = [...argumentsOf(message)];
          fc.assert(
            fc.property(fc.nat({ max: 100_000 }), fc.string({ minLength: 1, maxLength: 20 }), (number, text) => {
              const values = Object.fromEntries(
                kinds.map(([name, kind]) => [name, kind === "number" ? number : kind === "tag" ? () => "·" : text]),
              );
              const said = translate.markup(`${namespace}.${key}` as never, values as never) as string;
              expect(said).not.toBe("");
              // Beside a number or a choice a text may belong to one of its cases alone.
              const isPlain = kinds.length > 0 && kinds.every(([, kind]) => kind === "text");
              if (isPlain) expect(said).toContain(text);
            }),
            {
              numRuns: 5,
              examples: [
                [0, "{x}"],
                [1, "<b>"],
                [2, "'"],
              ],
            },
          );
        }
      }
    }
  });

  it("中文 is Chinese: only what is the same everywhere has no Chinese character", () => {
    const foreign = namespaces.flatMap((namespace) =>
      [...flatMessages(MESSAGES.zh[namespace])]
        .filter(([, text]) => /\p{L}/u.test(ownText(text)) && !/\p{Script=Han}/u.test(text))
        .map(([key]) => `${namespace}.${key}`)
        .filter((key) => !SAME_EVERYWHERE.some((pattern) => pattern.test(key))),
    );
    expect(foreign).toEqual([]);
  });

  it("中文 is set in its own marks: no halfwidth comma, stop, colon or bracket beside a Chinese character", () => {
    const halfwidth = namespaces.flatMap((namespace) =>
      [...flatMessages(MESSAGES.zh[namespace])]
        .map(([key, text]) => [`${namespace}.${key}`, text.replaceAll(/\{\w+, (number|plural|select)/g, "{")] as const)
        .filter(([, text]) => /\p{Script=Han}[,.:;!?()]|[,:;!?()]\p{Script=Han}/u.test(text))
        .map(([key]) => key),
    );
    expect(halfwidth).toEqual([]);
  });
});

describe("argumentsOf", () => {
  it("finds arguments inside the choices of others", () => {
    const message =
      "{count, plural, =1 {memory {id}} other {{count, number} of <b>{name}</b>}} {state, select, on {} other {x}}";
    expect([...argumentsOf(message)].sort()).toEqual([
      ["b", "tag"],
      ["count", "number"],
      ["id", "text"],
      ["name", "text"],
      ["state", "choice"],
    ]);
  });

  it("refuses what is no ICU message", () => {
    for (const broken of ["{", "{a", "{a, weird}", "{a, plural}", "{a, plural, one x}", "{}"]) {
      expect(() => argumentsOf(broken), broken).toThrow();
    }
  });
});
