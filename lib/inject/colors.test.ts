import { describe, expect, it } from "vitest";
import { colorize } from "./colors";

const YELLOW = "\u001b[33m";
const END = "\u001b[0m";

describe("colorize", () => {
  it.each([
    ["- shop, 11-30, main: asked", `- ${YELLOW}shop${END}, 11-30, main: asked`],
    ["- [shop:db:decision:store] Redis (M1)", `- ${YELLOW}[shop:db:decision:store]${END} Redis (M1)`],
    ["- 10:52+00:00 change: x (O5)", `- ${YELLOW}10:52+00:00${END} change: x (O5)`],
    ["- word", `\u001b[2m- word${END}`],
  ])("M38: colours the key of %j alone", (line, painted) => {
    expect(colorize(line)).toBe(painted);
  });

  it("M38: without its colours the block is the same", () => {
    const block = "<keepsake-memory>\n## Memories\n- a, b\n- [k] v\n\n* x y\nplain\n</keepsake-memory>";

    expect(colorize(block).replace(/\u001b\[[\d;]*m/g, "")).toBe(block);
  });
});
