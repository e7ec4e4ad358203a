import { expect, it } from "vitest";
import { joinBlocks } from "./join";
import { HARD_CAP } from "./room";
import { frameEntry } from "./trace";
import type { TraceEntry } from "../contract/inject";

const entry = (id: number, text: string, layer = "scored"): TraceEntry => ({
  ...frameEntry([text], layer),
  type: "memory",
  id,
  revision: 3,
});
const block = (...trace: TraceEntry[]) => ({
  text: trace.map(({ text }) => text).join("\n"),
  trace,
  memoryIds: trace.map(({ id }) => id),
});
const NOTHING = { text: "", trace: [] };

it("M39: the second stands behind the first, knows what it holds, and the trace makes the whole", () => {
  const joined = joinBlocks(
    () => block(entry(1, "one"), entry(2, "two", "index")),
    (held) => block(entry(9, [...held].join())),
    1_000,
  );
  expect(joined.text).toBe("one\ntwo\n\nmemory:1,3");
  expect(joined.text).toBe(joined.trace.flatMap(({ text }) => text ?? []).join("\n"));
  expect(joined.memoryIds).toEqual([1, 2, 9]);
});

it("M39: the first takes all where the second says nothing, the second where the first does", () => {
  const asked: number[] = [];
  const first = (chars: number) => (asked.push(chars), block(entry(1, "x".repeat(chars))));
  expect(joinBlocks(first, () => NOTHING, 900).text).toHaveLength(900);
  expect(asked).toEqual([598, 900]);
  expect(
    joinBlocks(
      () => NOTHING,
      (_, chars) => block(entry(2, "y".repeat(chars))),
      900,
    ).text,
  ).toHaveLength(900);
});

it("M39: the whole stays within the bound and within what a host takes once it is escaped", () => {
  const first = (chars: number) => block(entry(1, "x".repeat(chars)));
  for (const max of [200, 900, 5_000, 10_000]) {
    const joined = joinBlocks(first, (_, chars) => block(entry(2, '"'.repeat(chars))), max);
    expect(joined.text.length).toBeLessThanOrEqual(max);
    expect(JSON.stringify(joined.text).length).toBeLessThanOrEqual(Math.max(HARD_CAP, max + 2));
  }
});
