import { describe, expect, it } from "vitest";
import type { ExtractedObservation } from "../contract/extraction";
import { pairRows } from "./pairing";

const seen = (title: string, obsType: ExtractedObservation["obsType"]): ExtractedObservation => ({
  title,
  subtitle: null,
  summary: title,
  facts: [],
  concepts: [],
  filesRead: [],
  filesModified: [],
  obsType,
  category: "task_context",
  priority: "medium",
  confidence: 0.5,
  eventIds: [],
});
const row = (id: number, title: string, obsType: string, source = "rules", status = "active") => ({
  id,
  title,
  obsType,
  source,
  status,
});
const idsOf = (rows: ReturnType<typeof row>[], extracted: ExtractedObservation[]) => {
  const { pairs, gone } = pairRows(rows, extracted);
  return { paired: pairs.map(([, one]) => one?.id ?? null), gone: gone.map(({ id }) => id) };
};

describe("pairRows", () => {
  it("M3: the running row becomes the main observation, whatever kind it was of", () => {
    const rows = [row(1, "Read a.ts", "discovery", "running")];
    expect(idsOf(rows, [seen("Use Redis", "decision"), seen("Why", "discovery"), seen("Fixed it", "bugfix")])).toEqual({
      paired: [null, null, 1],
      gone: [],
    });
    expect(idsOf(rows, [seen("Use Redis", "decision"), seen("Why", "discovery")])).toEqual({
      paired: [null, 1],
      gone: [],
    });
  });

  it("M3: a turn that turned into work after it was read keeps its row", () => {
    expect(idsOf([row(1, "Read a.ts", "discovery")], [seen("Fixed it", "bugfix")])).toEqual({ paired: [1], gone: [] });
  });

  it("the same title goes first, then the same kind in order; a decision never becomes work", () => {
    const rows = [row(1, "A", "discovery"), row(2, "B", "discovery"), row(3, "Use Redis", "decision")];
    expect(idsOf(rows, [seen("C", "discovery"), seen("A", "discovery")])).toEqual({ paired: [2, 1], gone: [3] });
    expect(idsOf([row(3, "Use Redis", "decision")], [seen("Fixed", "bugfix")])).toEqual({ paired: [null], gone: [3] });
  });

  it("what a person put away is not taken over by another kind of thing", () => {
    const rows = [row(1, "Read a.ts", "discovery", "rules", "deleted")];
    expect(idsOf(rows, [seen("Fixed it", "bugfix")])).toEqual({ paired: [null], gone: [1] });
  });
});
