import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Memory } from "@/lib/contract/memory";
import type { ReviewCounts, ReviewItem, ReviewKind } from "@/lib/contract/review";
import {
  begin,
  currentOf,
  type InboxState,
  moved,
  putBack,
  putNext,
  selected,
  take,
  type Taken,
  withMore,
} from "./inbox-state";
import { decisionsOf, editedOf, keyOf, leavingOf } from "./item";

const SEEN = "0".repeat(16);
const memory = (id: number, more: Partial<Memory> = {}): Memory =>
  ({ id, key: `a:b:c:${id}`, value: `Statement ${id}`, created_at: id, project: null, ...more }) as Memory;
const single = (id: number, kind: ReviewKind = "pending"): ReviewItem => ({
  type: "memory",
  kind,
  memory: memory(id),
  seen: SEEN,
});
const pair = (id: number, older: number, newer: number | null): ReviewItem => ({
  type: "pair",
  kind: "conflict",
  pair: {
    id,
    kind: "conflict",
    status: "open",
    resolution: null,
    stale: false,
    project_id: 0,
    reasons: [],
    similarity: null,
    older: memory(older),
    newer: newer === null ? null : memory(newer),
    candidate: newer === null ? { key: `a:b:c:${older}`, value: "Something else" } : null,
    actor: { kind: "job", name: "x" },
    created_at: 0,
    updated_at: 0,
    revision: 1,
  },
  seen: SEEN,
});
const twins = (id: number, kept: number, other: number): ReviewItem => ({
  type: "finding",
  kind: "near_duplicate",
  finding: {
    id,
    kind: "near_duplicate",
    memory: memory(kept),
    other: memory(other),
    similarity: 0.95,
    changed: null,
    created_at: 0,
    revision: 1,
  },
  seen: SEEN,
});
const NONE = {} as ReviewCounts;
const start = (items: ReviewItem[], at: string | null = null): InboxState =>
  begin({ items, nextCursor: null, counts: { ...NONE, pending: items.length } }, at);
const keys = (state: InboxState): string[] => state.items.map(keyOf);

describe("what a decision takes out", () => {
  it("the next item is open then, at the end the one before, and nothing when none is left", () => {
    let state = selected(start([single(1), single(2), single(3)]), "pending:2");
    [state] = take(state, "pending:2", []);
    expect([keys(state), state.current]).toEqual([["pending:1", "pending:3"], "pending:3"]);
    [state] = take(state, "pending:3", []);
    expect(state.current).toBe("pending:1");
    [state] = take(state, "pending:1", []);
    expect([state.current, currentOf(state), state.counts.pending]).toEqual([null, null, 0]);
  });

  it("takes along what else is about a memory that goes out of force, and no more", () => {
    const items = [pair(1, 10, 11), single(10, "unused"), single(11, "expiring"), twins(5, 12, 10), single(12)];
    const [first] = items;
    if (first === undefined) throw new Error("no item");
    expect(leavingOf(first, "newer")).toEqual([10]);
    const [state, taken] = take(start(items), keyOf(first), leavingOf(first, "newer"));
    expect(keys(state)).toEqual(["expiring:11", "pending:12"]);
    expect(keys(putBack(state, taken, true))).toEqual(items.map(keyOf));
  });

  it("says for each decision which memories leave", () => {
    const leaving = (item: ReviewItem) => decisionsOf(item).map((decision) => [decision, leavingOf(item, decision)]);
    expect(leaving(single(1))).toEqual([
      ["keep", []],
      ["edit", []],
      ["archive", [1]],
    ]);
    expect(Object.fromEntries(leaving(pair(1, 10, 11)))).toEqual({
      keep: [],
      edit: [10],
      merge: [10],
      newer: [10],
      older: [11],
      archive: [10, 11],
    });
    expect(Object.fromEntries(leaving(pair(1, 10, null)))).toEqual({
      keep: [],
      edit: [],
      newer: [10],
      older: [],
      archive: [10],
    });
    expect(Object.fromEntries(leaving(twins(1, 21, 20)))).toEqual({
      keep: [],
      edit: [20],
      merge: [20],
      newer: [20],
      older: [21],
      archive: [20, 21],
    });
  });

  it("an edit of a claim begins with what was claimed, and changes the memory that stands", () => {
    expect(editedOf(pair(1, 10, null))).toMatchObject({ value: "Something else", before: { value: "Statement 10" } });
    expect(editedOf(pair(1, 10, 11))).toMatchObject({ value: "Statement 11", before: { value: "Statement 11" } });
    expect(editedOf(twins(1, 21, 20))).toMatchObject({ value: "Statement 21" });
  });
});

describe("what comes in", () => {
  it("new items go to the end and shift nothing; what was decided here does not come again", () => {
    let state = selected(start([single(1), single(2)]), "pending:2");
    [state] = take(state, "pending:1", []);
    const page = { items: [single(1), single(3), single(2)], nextCursor: "later", counts: { ...NONE, pending: 2 } };
    const next = withMore(state, page, false);
    expect([keys(next), next.current, next.cursor]).toEqual([["pending:2", "pending:3"], "pending:2", null]);
    expect(withMore(next, { ...page, items: [single(4)] }, true)).toMatchObject({ cursor: "later" });
  });

  it("what changed underneath comes next, never in the place of what is open", () => {
    let state = start([single(1), single(2), single(3)]);
    [state] = take(state, "pending:1", []);
    state = putNext(state, single(1));
    expect([keys(state), state.current]).toEqual([["pending:2", "pending:1", "pending:3"], "pending:2"]);
    expect(putNext(start([]), single(1)).current).toBe("pending:1");
  });

  it("opens what the address names, else the first", () => {
    expect(start([single(1), single(2)], "pending:2").current).toBe("pending:2");
    expect(start([single(1), single(2)], "conflict:9").current).toBe("pending:1");
    expect(moved(start([single(1)]), -1).current).toBe("pending:1");
  });
});

it("any decisions, taken back in reverse, give the list as it was", () => {
  fc.assert(
    fc.property(fc.array(fc.nat(), { maxLength: 12 }), (choices) => {
      const items = [
        pair(1, 10, 11),
        single(10, "unused"),
        twins(2, 11, 12),
        single(1),
        single(2),
        single(12, "expiring"),
      ];
      const before = start(items);
      let state = before;
      const done: Taken[] = [];
      for (const choice of choices) {
        const item = state.items[choice % Math.max(1, state.items.length)];
        if (item === undefined) break;
        const decisions = decisionsOf(item);
        const decision = decisions[choice % decisions.length] ?? "keep";
        const [next, taken] = take(state, keyOf(item), leavingOf(item, decision));
        state = next;
        done.push(taken);
      }
      for (const taken of done.reverse()) state = putBack(state, taken, true);
      expect(keys(state)).toEqual(keys(before));
      expect(state.decided.size).toBe(0);
    }),
  );
});
