import { describe, expect, it } from "vitest";
import { addsTo, createSaid } from "./likeness";

describe("addsTo", () => {
  it("is true for what a title does not say", () => {
    expect(addsTo("The coupon takes a cent too much", "Fixed the rounding of totals")).toBe(true);
    expect(addsTo("Fix the rounding of totals!", "Fixed the rounding of totals")).toBe(false);
    expect(addsTo("提交信息请用英文写", "以后提交信息请用英文写")).toBe(false);
    expect(addsTo("…", "a title")).toBe(false);
  });
});

describe("createSaid", () => {
  const statements = createSaid([
    ["Always use pnpm here (project cart)", 1],
    ["以后提交信息请用英文写。", 2],
    ["Redis", 3],
  ]);
  const said = (text: string) => statements.find(text);
  it("finds a statement whatever its punctuation, case, cut and additions", () => {
    expect(said("always use `pnpm` here")).toBe(1);
    expect(said("以后提交信息请用英文写")).toBe(2);
    expect(said("Always use pnpm here (project cart), please")).toBe(1);
  });
  it("takes neither a longer text nor a word for the same", () => {
    expect(
      said("Always use pnpm here (project cart), and say in the README why npm and yarn are not used"),
    ).toBeUndefined();
    expect(said("Redis")).toBeUndefined();
    expect(said("Keep the cart in Redis")).toBeUndefined();
    expect(said("")).toBeUndefined();
    expect(createSaid([["Closed the ticket 12", 1]]).find("Closed the ticket 1")).toBeUndefined();
  });
  it("leaves out what is not accepted, and finds what was added later", () => {
    const growing = createSaid([["Always use pnpm here", 1]]);
    expect(growing.find("always use pnpm here", (as) => as !== 1)).toBeUndefined();
    growing.add("Always use pnpm here.", 2);
    expect(growing.find("always use pnpm here", (as) => as !== 1)).toBe(2);
  });
});
