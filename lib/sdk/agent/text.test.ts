import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { extractText, isSessionResetPrompt, stripChannelMetadata, toText, withinBytes, withinCodePoints } from "./text";

const isWhole = (text: string) => !/[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/.test(text);

describe("budgets", () => {
  it("V31: 8,000 code points, 70 % head, the mark says how many are gone", () => {
    const text = "🙂".repeat(9000);
    const cut = withinCodePoints(text);
    expect(Array.from(cut).length).toBe(8000);
    expect(isWhole(cut)).toBe(true);
    const [head = "", tail = ""] = cut.split(/\n\[… \d+ characters cut …\]\n/);
    const gone = Number(/\[… (\d+) characters/.exec(cut)?.[1]);
    expect(Array.from(head).length + Array.from(tail).length + gone).toBe(9000);
    expect(Array.from(head).length / (Array.from(head).length + Array.from(tail).length)).toBeCloseTo(0.7, 2);
    expect(withinCodePoints("🙂".repeat(8000))).toBe("🙂".repeat(8000));
  });

  it("V31, V49: any text within any budget stays well formed and begins and ends as it did", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", maxLength: 300 }), fc.integer({ min: 60, max: 200 }), (text, max) => {
        const points = withinCodePoints(text, max);
        expect(Array.from(points).length).toBeLessThanOrEqual(max);
        const bytes = withinBytes(text, max);
        expect(Buffer.byteLength(bytes)).toBeLessThanOrEqual(max);
        for (const cut of [points, bytes]) {
          expect(isWhole(cut)).toBe(true);
          // No half character was put in its place.
          if (!text.includes("\uFFFD")) expect(cut).not.toContain("\uFFFD");
          if (cut === text) continue;
          expect(text.startsWith(cut.slice(0, cut.indexOf("\n[… ")))).toBe(true);
          expect(text.endsWith(cut.slice(cut.lastIndexOf(" cut …]\n") + 8))).toBe(true);
        }
      }),
    );
  });
});

const share = (text: string, mark: string) => {
  const [, gone = "", rest = ""] = new RegExp(`\\[… (\\d+) ${mark} cut …\\]\\n([^]*)$`).exec(text) ?? [];
  return { head: text.slice(0, text.indexOf("\n[… ")), tail: rest, gone: Number(gone) };
};

it("V31, V49: 70 % of what is kept is the head, and the mark counts exactly what is gone", () => {
  const character = fc.constantFrom("a", "é", "界", "🙂", " ", "ﬀ");
  fc.assert(
    fc.property(
      fc.string({ unit: character, minLength: 400, maxLength: 900 }),
      fc.integer({ min: 120, max: 380 }),
      (text, max) => {
        const points = share(withinCodePoints(text, max), "characters");
        const [head, tail] = [Array.from(points.head).length, Array.from(points.tail).length];
        expect(head + tail + points.gone).toBe(Array.from(text).length);
        expect(Math.abs(head - 0.7 * (head + tail))).toBeLessThanOrEqual(1);
        const bytes = share(withinBytes(text, max), "bytes");
        const [before, after] = [Buffer.byteLength(bytes.head), Buffer.byteLength(bytes.tail)];
        expect(before + after + bytes.gone).toBe(Buffer.byteLength(text));
        // A character of up to four bytes stands at each edge.
        expect(Math.abs(before - 0.7 * (before + after))).toBeLessThanOrEqual(4);
      },
    ),
  );
});

describe("queries", () => {
  it("V32: extractText is literal", () => {
    const envelope = "Sender (untrusted metadata):\n```json\n{}\n```\nhello";
    expect(extractText(envelope)).toBe(envelope);
    expect(extractText([{ type: "text", text: "a" }, "b", { type: "image" }, { text: "c" }, null, 5])).toBe("a\nb\nc");
    expect(extractText({ type: "thinking", text: "no" })).toBe("");
  });

  it("V33: takes away metadata blocks, message ids and one time", () => {
    const cases = [
      ['Sender (untrusted metadata):\n```json\n{"id":"u1"}\n```\n\nhello', "hello"],
      ["Conversation info:\n```\n{x}\n```\nquery text", "query text"],
      ["发送者 (untrusted metadata):\n```json\n{}\n```\n你好", "你好"],
      ["会话信息（不可信元数据）：\r\n```json\n{}\n```\n部署在哪里", "部署在哪里"],
      ["[message_id: 17786]\nsender_id: ou_abc\nactual question", "actual question"],
      ["[Mon 2026-05-13 22:16 GMT+8] real content", "real content"],
      ["2026-05-13T22:16:01Z and 2026-05-14T10:00:00Z", "and 2026-05-14T10:00:00Z"],
      ["  just text ", "just text"],
      ["```ts\nSender\n```", "```ts\nSender\n```"],
    ] as const;
    for (const [text, question] of cases) expect(stripChannelMetadata(text)).toBe(question);
    expect(stripChannelMetadata(null)).toBeNull();
    expect(
      toText([
        { type: "text", text: "Sender:\n```\n{}\n```" },
        { type: "text", text: "remember" },
      ]),
    ).toBe("remember");
  });

  it("V33: hostile text costs no more than it is long", () => {
    const text = `${"Sender:\n```\n".repeat(2000)}end`;
    expect(typeof stripChannelMetadata(text)).toBe("string");
    expect(typeof stripChannelMetadata("[".repeat(100_000))).toBe("string");
  });

  it("V34: words that begin a session anew", () => {
    for (const text of ["/clear", "/RESET now", " /new ", "start over", "Start over please", "新会话", "重新开始 吧"]) {
      expect(isSessionResetPrompt(text)).toBe(true);
    }
    for (const text of ["/clearly", "restart over", "新会话怎么开", "please /clear", ""]) {
      expect(isSessionResetPrompt(text)).toBe(false);
    }
  });
});
