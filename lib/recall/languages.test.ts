/** C42–C46 in Chinese, Japanese and Korean: what a prompt brings back by its words, and by its category where no word is found. */
import { afterEach, beforeEach, expect, it } from "vitest";
import { createMemory } from "../memories/service";
import { openTestApp, type TestApp } from "../testing";
import { recallForPrompt } from "./service";

let test: TestApp;
beforeEach(async () => {
  test = await openTestApp();
});
afterEach(() => test.close());

const remember = (key: string, value: string, more: object = {}): void =>
  void createMemory(test.app, { key, value, project: "app", ...more }, { actor: { kind: "person", name: "test" } });
const recall = async (prompt: string): Promise<string> =>
  (await recallForPrompt(test.app, { prompt, project: "app" }, { vector: 0, meaning: 0 })).text;

it.each([
  ["Chinese", "购物车的缓存放在哪里？", "购物车缓存放在 Redis 六号库。", "周报每周五下午发送给全组。"],
  [
    "Japanese",
    "カートのキャッシュはどこに保存されていますか",
    "カートのキャッシュは Redis に保存する。",
    "週報は毎週金曜日に送信する。",
  ],
  [
    "Korean",
    "장바구니 캐시는 어디에 저장되나요?",
    "장바구니 캐시를 Redis 에 저장한다.",
    "주간 보고서는 금요일마다 보낸다.",
  ],
])("C43: %s words find what is written in other forms, and nothing else", async (_, prompt, found, other) => {
  remember("app:cart:cache:store", found);
  remember("app:team:report:day", other);
  const text = await recall(prompt);
  expect(text).toContain(found);
  expect(text).not.toContain(other);
});

it.each([
  ["Chinese", "最近的报错怎么办"],
  ["Japanese", "最近のエラーを教えて"],
  ["Korean", "최근 에러 알려 주세요"],
])("C45: %s words for a category bring its newest rows where no word is found", async (_, prompt) => {
  remember("app:deploy:choice:tool", "Deploys are made with a shell script.", { attribute: "decision", importance: 8 });
  expect(await recall(prompt)).not.toContain("shell script");
  expect(
    await recall(
      prompt.replace(/报错|エラー|에러/, (word) => ({ 报错: "架构", エラー: "設計", 에러: "설계" })[word] ?? ""),
    ),
  ).toContain("shell script");
});

it.each(["的了吗", "それは", "그리고 어디에 있나요"])("C49: %s says nothing, and brings nothing", async (prompt) => {
  remember("app:cart:cache:store", "The cart cache is Redis.", { importance: 9 });
  expect(await recall(prompt)).toBe("");
});
