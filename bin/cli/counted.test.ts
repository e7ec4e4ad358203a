import { expect, it } from "vitest";
import { EXPORT_KINDS } from "../../lib/contract/export";
import { counted } from "./counted";

it("counts one and several of every kind, whichever of the two its name is for", () => {
  const kinds = ["projects", "sessions", "prompts", "events", "observations", "summaries", "memories"];
  expect(kinds.map((kind) => counted(kind, 1)).join()).toBe(
    "1 project,1 session,1 prompt,1 event,1 observation,1 summary,1 memory",
  );
  expect(kinds.map((kind) => counted(kind, 0).slice(2))).toEqual(kinds);
  expect(EXPORT_KINDS.map((kind) => counted(kind, 1).slice(2))).toEqual([...EXPORT_KINDS]);
  expect(EXPORT_KINDS.map((kind) => counted(kind, 1_200)).join()).toBe(
    "1,200 projects,1,200 sessions,1,200 turns,1,200 prompts,1,200 events,1,200 observations,1,200 summaries,1,200 memories,1,200 successions,1,200 pairs,1,200 exclusions,1,200 reflections,1,200 tasks",
  );
});
