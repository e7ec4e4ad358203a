import { createTranslator } from "next-intl";
import { expect, it } from "vitest";
import { messagesOf } from "@/i18n/messages";
import { kindWords } from "./kind-words";

const zh = createTranslator({ locale: "zh", messages: messagesOf("zh"), namespace: "operations" });
const en = createTranslator({ locale: "en", messages: messagesOf("en"), namespace: "operations" });

it("names the one row, or how many there are of its noun", () => {
  expect(kindWords(zh, { kind: "memory.archive", entities: ["memories:12"] })).toBe("归档了记忆 12");
  const many = { kind: "memory.archive", entities: ["memories:12", "observations:3", "memories:13"] };
  expect(kindWords(zh, many)).toBe("归档了 2 条记忆");
  expect(kindWords(en, many)).toBe("Archived 2 memories");
  expect(kindWords(zh, { kind: "operation.undo", entities: [] })).toBe("撤销了一次更改");
});

it("knows no words for a kind that is not there, whatever it spells", () => {
  for (const kind of ["memory.dance", "memory", "", ".", "constructor.name", "__proto__.toString", "memory.toString"]) {
    expect(kindWords(zh, { kind, entities: ["memories:1"] }), kind).toBeNull();
  }
});
