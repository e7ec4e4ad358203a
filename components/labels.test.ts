import { createTranslator } from "next-intl";
import { expect, it } from "vitest";
import { LOCALES } from "@/i18n/locales";
import { messagesOf } from "@/i18n/messages";
import { Host } from "@/lib/contract/capture";
import { JOB } from "@/lib/jobs/kinds";
import { wordFor } from "./labels";

const translator = (locale: (typeof LOCALES)[number]) =>
  createTranslator({ locale, messages: messagesOf(locale), namespace: "labels" });

it("every language has a word for each host and for each kind of job", () => {
  for (const locale of LOCALES) {
    const t = translator(locale);
    for (const host of Host.options) expect(wordFor(t, "host", host), host).toBe(messagesOf(locale).labels.host[host]);
    const missing = Object.values(JOB).filter((kind) => kind !== "purge" && wordFor(t, "job", kind) === kind);
    expect(missing, locale).toEqual([]);
  }
});

it("a code that there is no word for stays as it came, whatever it spells", () => {
  const t = translator("zh");
  const odd = [
    "",
    "teapot",
    "constructor",
    "constructor.name",
    "__proto__",
    "toString",
    "a.b",
    "decision.",
    ".decision",
  ];
  for (const code of odd) expect(wordFor(t, "attribute", code), code).toBe(code);
  expect(wordFor(t, "job", "turn")).toBe("turn");
  expect(wordFor(t, "attribute", "decision")).toBe("决定");
});
