import { createTranslator } from "next-intl";
import { expect, it } from "vitest";
import { LOCALES } from "@/i18n/locales";
import { messagesOf } from "@/i18n/messages";
import { LAYERS, REASON_CODES, REASONS } from "@/lib/contract/trace-reason";
import { wordFor } from "../labels";

it("every reason and every layer of a trace has words in every language, with the values of its sentence", () => {
  for (const locale of LOCALES) {
    const messages = messagesOf(locale);
    const t = createTranslator({ locale, messages, namespace: "playground" });
    expect(Object.keys(messages.playground.reasons).sort(), locale).toEqual([...REASON_CODES].sort());
    expect(Object.keys(messages.playground.layers).sort(), locale).toEqual([...LAYERS].sort());
    for (const code of REASON_CODES) {
      const words = wordFor(t, "reasons", code, {
        importance: 7,
        score: "0.73",
        id: 12,
        exclusion: 3,
        type: "memory",
        state: "held_back",
        most: 41,
        days: 30,
      });
      expect([code, words === code, /[{}]/.test(words)], locale).toEqual([code, false, false]);
      // What a person would ask next: which one, and how many.
      for (const [name, shown] of [
        ["id", "12"],
        ["most", "41"],
        ["days", "30"],
        ["score", "0.73"],
      ] as const) {
        if (REASONS[code].includes(`{${name}}`)) expect([code, words.includes(shown)], words).toEqual([code, true]);
      }
    }
  }
});

it("each part of a score has a word in every language", () => {
  for (const locale of LOCALES) {
    expect(Object.keys(messagesOf(locale).playground.parts).sort()).toEqual(
      ["frequency", "importance", "meaning", "recency", "relevance", "words"].sort(),
    );
  }
});
