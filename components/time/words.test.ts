import { createTranslator } from "next-intl";
import { expect, it } from "vitest";
import { messagesOf } from "@/i18n/messages";
import { timeWords } from "./words";

const HOUR = 3_600_000;

it("U03: a moment in a sentence says that it is past, which a column of a list need not", () => {
  const now = Date.UTC(2026, 5, 4, 12);
  const spoken = (locale: "en" | "zh") => {
    const words = timeWords(createTranslator({ locale, messages: messagesOf(locale), namespace: "time" }));
    return [now, now - 3 * HOUR, now + 19 * HOUR].map((at) => [words.relative(at, now), words.spoken(at, now)]);
  };
  expect(spoken("en")).toEqual([
    ["now", "just now"],
    ["3 h", "3 h ago"],
    ["in 19 h", "in 19 h"],
  ]);
  expect(spoken("zh")).toEqual([
    ["刚刚", "刚刚"],
    ["3 小时前", "3 小时前"],
    ["19 小时后", "19 小时后"],
  ]);
});
