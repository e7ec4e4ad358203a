import { randomBytes } from "node:crypto";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { joinSets, makePieces, makeScanner, PIECE_BYTES } from "./fingerprint";

const KEY = "a key of this test";
const bytes = (text: string): Buffer => Buffer.from(text, "utf8");
const LONG = "the staging database is rebuilt from the nightly dump at three";

function scan(chunks: Uint8Array[], needles: string[], everywhere = true) {
  const set = makePieces(
    KEY,
    needles.map((text) => ({ bytes: bytes(text), everywhere })),
  );
  const scanner = makeScanner(KEY, set);
  for (const chunk of chunks) scanner.push(chunk);
  return { touched: scanner.touched(), whole: scanner.occurrences() };
}

describe("fingerprints", () => {
  it("hold no piece of the text", () => {
    const set = JSON.stringify(makePieces(KEY, [{ bytes: bytes(LONG), everywhere: true }]));
    for (const word of LONG.split(" ").filter((part) => part.length > 4)) expect(set).not.toContain(word);
  });

  it("find a text wherever it stands, and say where", () => {
    const before = randomBytes(1000);
    const { whole } = scan([Buffer.concat([before, bytes(LONG), randomBytes(50)])], [LONG]);
    expect(whole).toEqual([{ needle: 0, start: 1000, end: 1000 + LONG.length, everywhere: true }]);
  });

  it("find it across chunks, however the stream is cut", () => {
    const stream = Buffer.concat([randomBytes(100), bytes(LONG), randomBytes(100)]);
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 60 }), { minLength: 1, maxLength: 8 }), (sizes) => {
        const chunks: Uint8Array[] = [];
        for (let at = 0, n = 0; at < stream.length; n += 1) {
          const size = sizes[n % sizes.length] ?? 1;
          chunks.push(stream.subarray(at, at + size));
          at += size;
        }
        expect(scan(chunks, [LONG]).whole).toHaveLength(1);
      }),
    );
  });

  it("are touched by a piece when a page's edge cuts the text, and then claim no whole text", () => {
    const text = bytes(LONG);
    const cut = Buffer.concat([text.subarray(0, 30), randomBytes(12), text.subarray(30)]);
    expect(scan([cut], [LONG])).toEqual({ touched: true, whole: [] });
  });

  it("are not touched by other bytes, long runs of zeros included", () => {
    expect(scan([randomBytes(200_000), Buffer.alloc(100_000)], [LONG, "部署窗口是周五晚上十点"])).toEqual({
      touched: false,
      whole: [],
    });
  });

  it("find texts shorter than a piece, and Chinese ones", () => {
    const { whole } = scan([bytes("… zqx-plum … 部署窗口是周五 …")], ["zqx-plum", "部署窗口是周五"], false);
    expect(whole.map((found) => found.needle).sort()).toEqual([0, 1]);
    expect("zqx-plum".length).toBeLessThan(PIECE_BYTES);
  });

  it("find each of two occurrences, and texts that repeat themselves", () => {
    expect(scan([bytes(`${LONG}, ${LONG}`)], [LONG]).whole).toHaveLength(2);
    expect(scan([bytes(`x${"ab".repeat(40)}y`)], ["ab".repeat(40)]).whole).toHaveLength(1);
  });

  it("of several deletions are looked for in one pass", () => {
    const sets = [LONG, "another text that is to be nowhere"].map((text) =>
      makePieces(KEY, [{ bytes: bytes(text), everywhere: true }]),
    );
    const scanner = makeScanner(KEY, joinSets(sets));
    scanner.push(bytes("… another text that is to be nowhere …"));
    expect(scanner.occurrences().map((found) => found.needle)).toEqual([1]);
  });

  it("of a very long text are bounded and still find it", () => {
    const text = randomBytes(400_000).toString("hex");
    const set = makePieces(KEY, [{ bytes: bytes(text), everywhere: true }]);
    expect(set.pieces.length).toBeLessThanOrEqual(20_000);
    const scanner = makeScanner(KEY, set);
    scanner.push(bytes(`head ${text} tail`));
    expect(scanner.occurrences()).toHaveLength(1);
  });
});
