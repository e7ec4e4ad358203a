import { describe, expect, it } from "vitest";
import { findRanges } from "./tokens-highlight";

const marked = (text: string, ...terms: string[]): string[] =>
  findRanges(text, terms).map(({ start, end }) => text.slice(start, end));

describe("findRanges", () => {
  it("marks words and forms that begin with them, not insides of words", () => {
    expect(marked("deploy redeploy Deployed", "deploy")).toEqual(["deploy", "Deploy"]);
  });

  it("marks pieces of an identifier as whole words only, and its shortest not at all", () => {
    const pieces = ["docker-comp", "docker", "comp"];
    expect(marked("Docker compares; dockerfile, comp, docker-comp", ...pieces)).toEqual([
      "Docker",
      "comp",
      "docker-comp",
    ]);
    expect(marked("the test can't: don't, don t", "don't", "don", "t")).toEqual(["don't", "don"]);
    expect(marked("username names, a user; getUserName", "getusername", "get", "user", "name")).toEqual([
      "user",
      "getUserName",
    ]);
    expect(marked("edit main.ts: the tsc of src", "src/main.ts", "src", "main", "ts")).toEqual(["main", "src"]);
  });

  it("marks forms of a word that only begins like another term", () => {
    expect(marked("deployed deployments", "deploy", "deployments")).toEqual(["deploy", "deployments"]);
    expect(marked("to going", "go")).toEqual(["go"]);
  });

  it("C06 C09: ignores case, width, composition and Chinese form, and answers offsets of the original", () => {
    expect(marked("Café 系統設置 ＡＢＣ", "cafe\u0301", "系统设置", "abc")).toEqual(["Café", "系統設置", "ＡＢＣ"]);
    expect(marked("x 한국 y".normalize("NFD"), "한국")).toEqual(["한국".normalize("NFD")]);
    expect(marked("🚀 𠀀𠀁 end", "𠀀𠀁", "🚀")).toEqual(["🚀", "𠀀𠀁"]);
  });

  it("C01: marks a Chinese word anywhere in a run", () => {
    expect(marked("今天讨论了部署方案", "部署")).toEqual(["部署"]);
  });

  it("F20: marks a path whichever way its slashes lean", () => {
    expect(marked("edited C:\\repo\\src\\main.py", "src/main.py")).toEqual(["src\\main.py"]);
  });

  it("joins what touches and survives empty and strange terms", () => {
    expect(marked("部署方案", "部署", "署方", "方案")).toEqual(["部署方案"]);
    expect(findRanges("abc", ["", " "])).toEqual([]);
    expect(findRanges("", ["a"])).toEqual([]);
    expect(findRanges("a(b.*c", [".*"])).toEqual([{ start: 3, end: 5 }]);
  });

  it("takes linear time for long texts", () => {
    expect(findRanges("部".repeat(200_000), ["部署", "部"]).length).toBe(1);
    expect(findRanges("a ".repeat(100_000), ["a"]).length).toBe(1_000);
  }, 5_000);
});
