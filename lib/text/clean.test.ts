import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { cleanText, cleanValue } from "./clean";
import { toolText } from "./tool-text";

const j = (...pieces: string[]) => pieces.join("");
const TOKEN = j("gh", "p_", "z9Y8x7W6v5U4t3S2r1Q0p9O8n7M6l5K4j3I2");

function nest(depth: number, inner: unknown): unknown {
  let value = inner;
  for (let level = 0; level < depth; level += 1) value = { a: value };
  return value;
}

describe("cleanText", () => {
  it("P01: leaves no private part, and says so when nothing else was there (P02)", () => {
    expect(cleanText("fix <private>SECRET</private>login")).toEqual({
      text: "fix login",
      originalChars: 34,
      isPrivate: false,
      redactions: 0,
    });
    expect(cleanText("<private>only SECRET-P2</private>")).toMatchObject({ text: "", isPrivate: true });
  });

  it("finds tags and tokens that escape sequences or NULs cut in two", () => {
    expect(cleanText("a <pri\x1b[0mvate>SECRET</private> b").text).toBe("a  b");
    expect(cleanText(`t ${TOKEN.slice(0, 9)}\x1b[1m${TOKEN.slice(9)} b`).text).toBe("t [redacted:github-token] b");
    expect(cleanText("a <pri\0vate>SECRET</private> b").text).toBe("a  b");
    expect(cleanText(`t ${TOKEN.slice(0, 9)}\0${TOKEN.slice(9)} b`).text).toBe("t [redacted:github-token] b");
  });

  it("E06: keeps the text after a NUL", () => {
    expect(cleanText("before\0AFTERNUL tail").text).toBe("before\nAFTERNUL tail");
  });

  it("E04: always gives well-formed text", () => {
    expect(cleanText("SURMARK \udc88 end \ud83d").text).toBe("SURMARK \ufffd end \ufffd");
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 300 }),
        fc.integer({ min: 0, max: 100 }),
        (units, cap) => {
          expect(cleanText(String.fromCharCode(...units), { cap }).text).not.toMatch(/\p{Surrogate}|\0/u);
        },
      ),
    );
  });

  it("E14: keeps a Windows path byte for byte", () => {
    const path = "C:\\Users\\uabcdef\\new\\table.txt";
    expect(cleanText(path).text).toBe(path);
    expect(cleanValue({ file_path: path }).value).toEqual({ file_path: path });
  });

  it("redacts before it caps: no half of a secret survives at any edge", () => {
    for (let shift = 0; shift < 60; shift += 1) {
      const text = `${"x ".repeat(250)}${" ".repeat(shift)}${TOKEN}${" y".repeat(400)}`;
      expect(cleanText(text, { cap: 1100 }).text).not.toContain(TOKEN.slice(0, 12));
    }
  });

  it("reads private tags over the whole of a very long text, and keeps head and tail", () => {
    const filler = "word ".repeat(100_000);
    const cleaned = cleanText(`HEAD ${filler}<private>${filler}SECRET`);
    expect(cleaned.text).not.toContain("SECRET");
    const kept = cleanText(`HEAD ${filler}<private>S</private>${filler}${TOKEN} TAIL`);
    expect(kept.text.startsWith("HEAD")).toBe(true);
    expect(kept.text).toContain(" characters left out …]");
    expect(kept.text).not.toContain(TOKEN.slice(0, 12));
    expect(kept.text.length).toBeLessThan(66_000);
  });

  it("cleans 16 MB in bounded time", { timeout: 15_000 }, () => {
    for (const piece of ["plain words and a password=hunter2 ", "<", "<private>", "\x1b[31m", "中文"]) {
      expect(cleanText(piece.repeat(Math.ceil(16_000_000 / piece.length))).text.length).toBeLessThan(66_000);
    }
  });

  it("leaves no planted secret between any noise", () => {
    const secret = fc.constantFrom(TOKEN, j("AK", "IAQ2W4E6R8T0Y1U3I5"), j("gl", "pat-A1b2C3d4E5f6G7h8I9j0"));
    const noise = fc.string({ unit: "grapheme", maxLength: 60 });
    fc.assert(
      fc.property(noise, secret, noise, (before, planted, after) => {
        expect(cleanText(`${before} ${planted} ${after}`).text).not.toContain(planted);
      }),
    );
  });
});

describe("cleanValue", () => {
  it("S08: cleans every string and key, raw tool metadata included", () => {
    const cleaned = cleanValue({
      stdout: TOKEN,
      stderr: "",
      interrupted: false,
      [`k ${TOKEN}`]: [1, null, "<private>SECRET</private>"],
    });
    expect(cleaned.value).toEqual({
      stdout: "[redacted:github-token]",
      stderr: "",
      interrupted: false,
      "k [redacted:github-token]": [1, null, ""],
    });
    expect(cleaned.redactions).toBe(2);
  });

  it("E09: survives 20,000 levels and still redacts at level 50", () => {
    expect(JSON.stringify(cleanValue(nest(20_000, "x")).value)).toContain("nested deeper than 64 levels");
    const deep = JSON.stringify(cleanValue(nest(50, { password: "hunter2-DEEP" })).value);
    expect(deep).not.toContain("hunter2-DEEP");
    expect(deep).toContain('"password":"[redacted:password]"');
  });

  it("E10: keeps blocks of an array in order", () => {
    const blocks = [
      { type: "text", text: "ARR-ONE" },
      { type: "tool_reference", tool_name: "x" },
      { type: "text", text: "ARR-TWO" },
    ];
    expect(cleanValue(blocks).value).toEqual(blocks);
  });

  it("redacts values below secret keys as a whole, arrays included, and keeps counts", () => {
    expect(cleanValue({ headers: { Authorization: ["a", "b"] }, max_tokens: 100, password: 1234 }).value).toEqual({
      headers: { Authorization: ["[redacted:authorization]", "[redacted:authorization]"] },
      max_tokens: 100,
      password: "[redacted:password]",
    });
    expect(cleanValue({ env: [{ name: "DB_PASSWORD", value: "hunter2" }] }).value).toEqual({
      env: [{ name: "DB_PASSWORD", value: "[redacted:password]" }],
    });
  });

  it("keeps __proto__ a plain key", () => {
    const cleaned = cleanValue(JSON.parse('{"__proto__":{"polluted":true}}')).value;
    expect(JSON.stringify(cleaned)).toBe('{"__proto__":{"polluted":true}}');
    expect(({} as Record<string, unknown>)["polluted"]).toBeUndefined();
  });

  it("bounds the number of values and the total size, visibly", () => {
    expect(JSON.stringify(cleanValue(Array.from({ length: 200_000 }, () => 1)).value)).toContain("[left out: ");
    const long = cleanValue(Array.from({ length: 100 }, () => "y".repeat(60_000))).value;
    expect(JSON.stringify(long).length).toBeLessThan(1_200_000);
    expect(JSON.stringify(long)).toContain("[left out: 60000 characters]");
  });
});

describe("toolText", () => {
  it.each([
    ["plain", "plain"],
    [null, ""],
    [{ stdout: "out", stderr: "err", interrupted: false }, "out\nerr"],
    [{ stdout: "", stderr: "" }, ""],
    [
      [
        { type: "text", text: "ARR-ONE" },
        { type: "tool_reference", tool_name: "x" },
        { type: "image", source: {} },
        { type: "text", text: "ARR-TWO" },
      ],
      "ARR-ONE\n[tool_reference: x]\n[image]\nARR-TWO",
    ],
    [{ content: [{ type: "text", text: "mcp" }] }, "mcp"],
    [{ type: "text", file: { filePath: "/a", content: "body" } }, "body"],
    [{ file: { filePath: "/a", content: "body" } }, "body"],
    [
      { content: ["one", { text: "two" }, { type: "tool_result", content: [{ type: "text", text: "three" }] }] },
      "one\ntwo\nthree",
    ],
    [{ ok: true, n: [1] }, '{"ok":true,"n":[1]}'],
    [42, "42"],
  ])("E10: renders %j", (value, text) => {
    expect(toolText(value)).toBe(text);
  });

  it("leaves to the caller how a value is shown that is no text", () => {
    const blocks = [
      { type: "text", text: "a" },
      { type: "chart", points: [1] },
    ];
    expect(toolText(blocks, () => "other")).toBe("a\nother");
    expect(toolText({ rows: 3 }, () => "other")).toBe("other");
  });

  it("E09: never throws on deep values", () => {
    expect(toolText(nest(20_000, "x"))).toContain("nested deeper");
  });
});
