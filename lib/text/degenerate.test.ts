import { describe, expect, it } from "vitest";
import { cutLines, cutText, isDegenerate, taggedBlock } from "./degenerate";
import { estimateTokens } from "./estimate";

const bullets = (lines: string[]): string => lines.map((line) => `- ${line}`).join("\n");
const WORDS = [
  "cart",
  "cache",
  "deploy",
  "schema",
  "login",
  "search",
  "queue",
  "mail",
  "price",
  "stock",
  "basket",
  "order",
];

describe("what a model says over and over", () => {
  it("C38: of six bullets more than 30 % exact repetitions are too many, of five none", () => {
    const distinct = ["the cart is cached", "deploys run at noon", "login needs a token", "stock is counted nightly"];
    expect(isDegenerate(bullets([...distinct, "the cart is cached", "the cart is cached"]))).toBe(true);
    expect(isDegenerate(bullets([...distinct, "mails are queued", "the cart is cached"]))).toBe(false);
    expect(isDegenerate(bullets(["a b c", "a b c", "a b c", "a b c", "a b c"]))).toBe(false);
  });

  it("C38: three neighbours that share more than 80 % of their words are too alike, two are not", () => {
    const alike = (n: number): string =>
      `the worker reads one job after another from the long queue in order number ${n}`;
    const rest = WORDS.slice(0, 5).map((word, at) => `${word} is about ${WORDS[at + 6]} and ${at} other things`);
    expect(isDegenerate(bullets([...rest, alike(1), alike(2), alike(3)]))).toBe(true);
    expect(isDegenerate(bullets([...rest.slice(0, 4), alike(1), alike(2)]))).toBe(false);
  });

  it.each([50, 100, 150, 200])("C38: the first %i characters that stand there four times are a loop", (size) => {
    const start = WORDS.join(" ")
      .repeat(4)
      .slice(0, size - 2);
    const differing = (at: number): string =>
      `${start} ${WORDS[at]?.repeat(3)} ${Array.from({ length: 40 }, (_, n) => `${WORDS[(n + at) % 12]}${n * at + 7}`).join(" ")}`;
    const looped = bullets([0, 1, 2, 3].map(differing).concat(["end", "of it"]));
    expect(isDegenerate(looped)).toBe(true);
    expect(isDegenerate(bullets([0, 1, 2].map(differing).concat(["a", "b", "c"])))).toBe(false);
  });

  it("C38: prose is none of its business", () => {
    expect(isDegenerate("the same line\n".repeat(20))).toBe(false);
  });

  it("C38: is quick on a long text", () => {
    expect(isDegenerate(bullets(Array.from({ length: 20_000 }, (_, n) => `${n} is number ${n}`)))).toBe(false);
  });
});

describe("taking an answer apart", () => {
  it("C39: lines are cut at 10,000 characters, pieces at 500 with an ellipsis", () => {
    expect(
      cutLines(`short\n${"x".repeat(10_050)}`)
        .split("\n")
        .map((line) => line.length),
    ).toEqual([5, 10_000]);
    expect(cutText("y".repeat(500))).toHaveLength(500);
    const cut = cutText("y".repeat(501));
    expect(cut).toHaveLength(500);
    expect(cut.endsWith("…")).toBe(true);
    expect(cutText("😀".repeat(300))).not.toMatch(/[\ud800-\udbff](?![\udc00-\udfff])/);
  });

  it("C39: a block that is missing or never closed is null", () => {
    expect(taggedBlock("a <observations> b </observations> c", "observations")).toBe("b");
    expect(taggedBlock("a <observations> b", "observations")).toBeNull();
    expect(taggedBlock("b </observations>", "observations")).toBeNull();
    expect(taggedBlock("", "observations")).toBeNull();
  });

  it("C40: tokens are a quarter of the characters, rounded up", () => {
    expect(estimateTokens("12345".length)).toBe(2);
    expect(estimateTokens("".length)).toBe(0);
    expect(estimateTokens(4)).toBe(1);
  });
});
