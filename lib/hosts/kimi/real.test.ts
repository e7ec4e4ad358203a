/** Against real logs, where the folder of them is given; nothing of them is in the repository. */
import { join } from "node:path";
import { expect, it } from "vitest";
import { messagesOf } from "./conversation";
import { readKimiLog } from "./read";

const folder = process.env.KEEPSAKE_REAL_TRANSCRIPTS ?? "";

it("E63, K22: Kimi Code 1.4: both questions, the answers, and no reasoning", async () => {
  const messages = messagesOf(await readKimiLog(join(folder, "kimi-code-wire-1.4-2k.jsonl")));
  expect(messages.map((message) => message.role)).toEqual(["user", "assistant", "user", "assistant"]);
  expect(messages[1]?.text).toMatch(/^The cache keeps .*clock-skew test\.$/);
  expect(JSON.stringify(messages)).not.toContain("reasoning to be skipped");
  expect(new Date(messages[0]?.at ?? 0).getUTCFullYear()).toBe(2026);
});

it("E63, K22: kimi-cli 1.3: a Chinese question with seconds for times, and no reasoning after it", async () => {
  const messages = messagesOf(await readKimiLog(join(folder, "kimi-wire-1.3-zh-7k.jsonl")));
  expect(messages[0]).toMatchObject({ role: "user", text: "帮我写一个示例函数，处理字符串清理和分块" });
  expect(new Date(messages[0]?.at ?? 0).toISOString().slice(0, 10)).toBe("2026-03-10");
  expect(messages).toHaveLength(1);
  expect(JSON.stringify(messages)).not.toContain("让我先检查一下当前的 git diff");
});
