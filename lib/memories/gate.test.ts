import { describe, expect, it } from "vitest";
import { checkQuality } from "./gate";

const value = (length: number): string => "v".repeat(length);

describe("quality gate", () => {
  it.each([
    ["E41: refuses an empty key", "", "long enough a value", "empty"],
    ["E41: refuses a blank key", "  ", "long enough a value", "empty"],
    ["E41: refuses a blank value", "k", "   \n ", "empty"],
    ["E41: refuses 9 characters", "k", value(9), "length"],
    ["E41: takes 10 characters", "k", value(10), null],
    ["E41: takes 500 characters", "k", value(500), null],
    ["E41: refuses 501 characters", "k", value(501), "length"],
    ["E41: counts the trimmed value for the minimum", "k", `  ${value(9)}  `, "length"],
    ["E41: counts code points, not UTF-16 units", "k", "😀".repeat(500), null],
    ["E42: refuses a value that opens with 等待用户", "k", "等待用户确认之后再继续做下一步", "low_information"],
    ["E42: refuses 等待下一步", "k", "等待下一步的指示,目前没有别的内容", "low_information"],
    ["E42: refuses 等待用户后续", "k", "等待用户后续的反馈再决定怎么继续做", "low_information"],
    ["E42: refuses 会话继续", "k", " 会话继续,没有其他的事情要做了", "low_information"],
    ["refuses what is little more than a redacted secret", "k", "key [redacted:anthropic-key]", "low_information"],
    ["E42: refuses the English opener in any case", "k", "No Action Required for this turn", "low_information"],
    ["E42: takes the same words in the middle", "k", "部署脚本会等待用户确认之后再继续", null],
  ])("%s", (_name, key, text, reason) => {
    expect(checkQuality(key, text)?.reason ?? null).toBe(reason);
  });

  it("E41: the checks come in order: emptiness before length, length before the opener", () => {
    expect(checkQuality("", value(600))?.reason).toBe("empty");
    expect(checkQuality("k", "等待用户")?.reason).toBe("length");
  });

  it("says why without quoting the value", () => {
    expect(checkQuality("k", "short one")?.message).not.toContain("short one");
  });
});
