import { describe, expect, it } from "vitest";
import { dropSentences, endSentence, joinSentences, stackSentences } from "./sentence-ends";

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

describe("dropSentences", () => {
  const drop = (text: string, ...gone: string[]) =>
    dropSentences(text, (one) => gone.includes(one.trim().replace(/[.。!?]$/u, "")));

  it.each([
    ["all of it", "The port is 5433.", ["The port is 5433"], ""],
    ["one of several", "The port is 5433. Then run it. Done?", ["The port is 5433"], "Then run it. Done?"],
    ["a line", "Run it\nThe port is 5433\nStop it", ["The port is 5433"], "Run it\nStop it"],
    ["in Chinese", "端口是 5433。然后启动。", ["端口是 5433"], "然后启动。"],
    ["nothing", "  Run  it.  Stop it. ", ["Go"], "  Run  it.  Stop it. "],
    ["a dot inside a name ends nothing", "Use node 20.1 in a.ts. Go", ["1 in a"], "Use node 20.1 in a.ts. Go"],
  ])("%s", (_what, text, gone, left) => expect(drop(text, ...gone)).toBe(left));

  it("reads a text of any length", () => {
    expect(drop("a. ".repeat(200_000), "b").length).toBe(600_000);
    expect(drop(". ".repeat(200_000), "b").length).toBe(400_000);
  }, 5_000);
});
