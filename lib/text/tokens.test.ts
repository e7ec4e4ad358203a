import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { indexText } from "./tokens";
import { parseQuery } from "./tokens-query";

const words = (text: string): string[] => indexText(text).words.split(" ");
const parts = (text: string): string[] => indexText(text).parts.split(" ");

describe("indexText", () => {
  it("keeps words in order, in lower case", () => {
    expect(words("Redis holds the Sessions, now.")).toEqual(["redis", "holds", "the", "sessions", "now"]);
    expect(indexText("").words).toBe("");
  });

  it("F07 F13 F20: keeps identifiers and paths whole, and gives their pieces", () => {
    expect(words("billing-cloud-dev")).toEqual(["billing-cloud-dev"]);
    expect(parts("billing-cloud-dev")).toEqual(["billing", "cloud", "dev", "."]);
    expect(words("edited C:\\repo\\src\\main.py")).toEqual(["edited", "c:/repo/src/main.py"]);
    expect(parts("C:\\repo\\src\\main.py")).toEqual(["c", "repo", "src", "main", "py", "."]);
    expect(words("--max-warnings 0")).toEqual(["max-warnings", "0"]);
  });

  it("splits camelCase by its humps and keeps the whole", () => {
    expect(words("getUserById HTTPServer2Go")).toEqual(["getuserbyid", "httpserver2go"]);
    expect(parts("getUserById")).toEqual(["get", "user", "by", "id", ".", "getuserbyid", "."]);
    expect(parts("HTTPServer")).toEqual(["http", "server", ".", "httpserver", "."]);
  });

  it("F17: signs that carry meaning stay", () => {
    expect(words("C++ and C# at 100% in .NET")).toEqual(["c++", "and", "c#", "at", "100%", "in", ".net"]);
  });

  it("drops signs that mean nothing at the edge of a word", () => {
    expect(words("**bold**, (see src/net/) 'quoted' \"x\" end.")).toEqual([
      "bold",
      "see",
      "src/net",
      "quoted",
      "x",
      "end",
    ]);
    expect(words("?! .,;/# -- __")).toEqual([""]);
  });

  it("C01 C02 C11: cuts runs without spaces into overlapping bigrams and a last single", () => {
    expect(words("部署方案")).toEqual(["部署", "署方", "方案", "案"]);
    expect(words("再実行が")).toEqual(["再実", "実行", "行が", "が"]);
    expect(words("배포서버 재시작")).toEqual(["배포", "포서", "서버", "버", "재시", "시작", "작"]);
    expect(words("𠀀𠀁𠀂")).toEqual(["𠀀𠀁", "𠀁𠀂", "𠀂"]);
  });

  it("C03: splits ASCII that is glued to Chinese", () => {
    expect(words("重跑gen-itgc后50条")).toEqual(["重跑", "跑", "gen-itgc", "后", "50", "条"]);
  });

  it("C06: folds traditional to simplified, character by character", () => {
    expect(indexText("系統設置")).toEqual(indexText("系统设置"));
  });

  it("C09: folds composed and decomposed, wide and narrow, upper and lower case", () => {
    expect(words("cafe\u0301 ＡＢＣ ﬁle Straße ΟΔΟΣ ｶﾞﾗｽ")).toEqual([
      "café",
      "abc",
      "file",
      "strasse",
      "οδοσ",
      "ガラ",
      "ラス",
      "ス",
    ]);
    expect(words("한국")).toEqual(words("한국".normalize("NFD")));
    expect(words("con\u200dtent pass\u00adword")).toEqual(["content", "password"]);
  });

  it("F16: takes an emoji as a word of its own, whatever its style", () => {
    expect(words("release🚀 went ❤️ 🇩🇪")).toEqual(["release", "🚀", "went", "❤", "🇩🇪"]);
  });

  it("stems plain lower-case ASCII words only", () => {
    expect(indexText("deployments running Größen 部署 x").stems).toBe("deploy run");
  });

  it("never emits what the tables' tokenizer would split or change", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 200 }), (text) => {
        const columns = indexText(text);
        for (const token of `${columns.words} ${columns.parts} ${columns.stems}`.split(" ")) {
          expect(token).toMatch(/^(?:[a-z0-9_\-./:@#+$%']|[^\0-\x7f])*$/);
          expect(token.length).toBeLessThanOrEqual(128);
        }
      }),
      { numRuns: 2_000 },
    );
  });

  const HOSTILE: Record<string, string> = {
    "an unbroken word": "a".repeat(500_000),
    "dashes before a letter": `${"-".repeat(500_000)}a`,
    "a path of half a million characters": "a/".repeat(250_000),
    "camel humps": "aB".repeat(250_000),
    "marks in changing order": `e${"\u0301\u0316".repeat(250_000)}`,
    "letters that grow eighteenfold": "ﷺ".repeat(500_000),
    "lone surrogates": "\ud800".repeat(500_000),
    "a run of Han": "部".repeat(500_000),
    "invisible characters": "\u200d".repeat(500_000),
  };
  it.each(Object.entries(HOSTILE))(
    "takes linear time and bounded room for %s",
    (_name, text) => {
      const columns = indexText(text);
      expect(columns.words.split(" ").length + columns.parts.split(" ").length).toBeLessThanOrEqual(301_000);
      parseQuery(text.slice(0, 4_000));
    },
    5_000,
  );

  it("finds an overlong word by the same overlong word", () => {
    const long = `x${"y".repeat(5_000)}`;
    expect(parseQuery(long).terms[0]?.tokens).toEqual(words(long));
  });
});

describe("parseQuery", () => {
  const expressions = (query: string): string[] => parseQuery(query).terms.map((term) => term.strict);

  it("F10: finds no term in blanks and signs", () => {
    for (const query of ["", "   ", "?! .,;/#", "***", "。，？", '"', "- -- :"])
      expect(parseQuery(query).terms).toEqual([]);
  });

  it("F01 F03 E18: takes quotes, operators and columns as ordinary text", () => {
    expect(expressions("title:notes")).toEqual(['{words parts} : "title:notes" OR {words parts} : "title notes"']);
    expect(expressions('NOT "x')).toEqual(['"not"', '"x"']);
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 100 }), (query) => {
        for (const expression of expressions(query)) {
          expect(expression.replaceAll(/"[^"]*"/g, "Q")).toMatch(
            /^(?:(?:words|stems|\{words parts\}) : )?Q(?: \*)?(?: OR (?:(?:words|stems|\{words parts\}) : )?Q(?: \*)?)*$/,
          );
        }
      }),
    );
  });

  it("asks for a run as a phrase without its last single, for one character as a prefix", () => {
    expect(expressions("部署方案")).toEqual(['words : "部署 署方 方案"']);
    expect(parseQuery("部")).toMatchObject({ isSingleCharacter: true, terms: [{ strict: 'words : "部" *' }] });
    expect(expressions("用 Redis")).toEqual(['"redis" OR stems : "redi" OR words : "redi"']);
  });

  it("F21: takes the last word as half typed", () => {
    const terms = parseQuery("see session-rec", { typing: true }).terms;
    expect(terms.map((term) => term.strict)).toEqual([
      '"see"',
      '{words parts} : "session-rec" * OR {words parts} : "session rec" *',
    ]);
  });

  it("F16: knows that emoji alone have no meaning to compare", () => {
    expect(parseQuery("🚀").hasMeaning).toBe(false);
    expect(parseQuery("release 🚀").hasMeaning).toBe(true);
  });

  it("tells names from prose", () => {
    for (const name of ["file_name", "100%", "src/a.ts", "C++", "ADR-0005 billing-cloud-dev"])
      expect(parseQuery(name).isLiteral).toBe(true);
    for (const prose of ["redis", "don't", "the file_name", "部署"]) expect(parseQuery(prose).isLiteral).toBe(false);
  });
});
