import { expect, it } from "vitest";
import { inRuns } from "./session-runs";

const block = (id: number, session: string | null, created_at = id) => ({
  id,
  session,
  host: "claude-code",
  project_id: 1,
  branch: null,
  created_at,
});

it("puts the blocks of one session of a day side by side, sessions by their newest, days apart", () => {
  const blocks = [
    block(9, "a", 109),
    block(8, "b", 108),
    block(7, "a", 107),
    block(6, "a", 99),
    block(5, "b", 98),
    block(4, "a", 97),
  ];
  const dayOf = (at: number): string => (at > 100 ? "today" : "yesterday");
  expect(inRuns(blocks, dayOf).map(({ id }) => id)).toEqual([9, 7, 8, 6, 4, 5]);
});

it("loses none and keeps agents of the same session id apart", () => {
  const blocks = [block(3, "a"), { ...block(2, "a"), host: "kimi" }, block(1, null)];
  expect(inRuns(blocks, () => "today").map(({ id }) => id)).toEqual([3, 2, 1]);
});
