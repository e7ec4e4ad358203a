import { describe, expect, it } from "vitest";
import { endSentence, joinSentences, stackSentences } from "./sentence-ends";

describe("endSentence", () => {
  it.each([
    ["Fixed the crash", "Fixed the crash."],
    ["Why is that?", "Why is that?"],
    ["It was cut…", "It was cut…"],
    ["He said “done.”", "He said “done.”"],
    ["以后提交信息请用英文写", "以后提交信息请用英文写。"],
    [
      "健康检查路径已改为 `/healthz`，而 `deploy.sh` 仍在请求 `/health`",
      "健康检查路径已改为 `/healthz`，而 `deploy.sh` 仍在请求 `/health`。",
    ],
    ["Renamed the button to 保存 in the settings page", "Renamed the button to 保存 in the settings page."],
    ["搜索 `navigator.platform`, `isMac`", "搜索 `navigator.platform`, `isMac`。"],
    ["テストが通りました", "テストが通りました。"],
    ["테스트를 고쳤습니다", "테스트를 고쳤습니다."],
    ["  ", ""],
  ])("%s → %s", (text, ended) => expect(endSentence(text)).toBe(ended));
});

describe("joinSentences", () => {
  it("lets no statement run into the next, and puts no space after a full-width stop", () => {
    expect(joinSentences(["rounded half to even", "", "Root cause: floats.", "修复了", "测试通过"])).toBe(
      "rounded half to even. Root cause: floats. 修复了。测试通过。",
    );
  });
});

describe("stackSentences", () => {
  it("keeps a single statement as it is and closes several", () => {
    expect(stackSentences(["Added a cache"])).toBe("Added a cache");
    expect(stackSentences(["Added a cache", "好的？", "完成缓存"])).toBe("Added a cache.\n好的？\n完成缓存。");
    expect(stackSentences([])).toBe("");
  });
});
