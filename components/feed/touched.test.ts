import { expect, it } from "vitest";
import type { OperationDetail } from "@/lib/contract/operations";
import { touchedMemories } from "./touched";

const operation = (entities: string[], changes: OperationDetail["changes"] = []): OperationDetail => ({
  id: 1,
  kind: "pair.record",
  title: "Memory 53 stands against memory 52",
  actor: { kind: "job", name: "review" },
  project_id: 0,
  entities,
  about: [],
  undoable: true,
  undone_by: null,
  undo_of: null,
  created_at: 0,
  changes_total: changes.length,
  changes,
});

it("names the memories that were changed, each once", () => {
  expect(touchedMemories(operation(["memories:4", "observations:9", "memories:2", "memories:4"]))).toEqual([4, 2]);
});

it("names both halves of a pair, of a claim that was never stored the older one alone", () => {
  const pair = (after: unknown, before: unknown = null) => [{ entity: "memory_pairs:13", before, after }];
  expect(touchedMemories(operation(["memory_pairs:13"], pair({ olderId: 52, newerId: 53 })))).toEqual([53, 52]);
  expect(touchedMemories(operation(["memory_pairs:13"], pair(null, { olderId: 52, newerId: 0 })))).toEqual([52]);
});

it("reads nothing out of a body that was emptied or is of another form", () => {
  const odd = { olderId: "52", newerId: -1 };
  for (const body of [null, "text", 5, odd, {}]) {
    expect(touchedMemories(operation([], [{ entity: "memory_pairs:1", before: null, after: body }]))).toEqual([]);
  }
});
