import { describe, expect, it } from "vitest";
import { foldLines, rollUp } from "./roll-up";

const told = (values: Partial<Parameters<typeof rollUp>[0][number]>) => ({
  request: "",
  learned: "",
  completed: "",
  nextSteps: "",
  ...values,
});

describe("roll-up of a session", () => {
  it("keeps the first request and the newest lines within bounds", () => {
    const turns = Array.from({ length: 60 }, (_, index) =>
      told({ request: `request ${index} ${"x".repeat(100)}`, completed: `done ${index}` }),
    );
    const session = rollUp([...turns, told({ request: "now the last one", completed: "Added the last one" })]);
    expect(session.request.startsWith("request 0")).toBe(true);
    expect(session.request.endsWith("\nnow the last one.")).toBe(true);
    expect(session.request.length).toBeLessThanOrEqual(1600);
    expect(session.completed).toContain("done 0");
    expect(session.completed).toContain("Added the last one");
  });

  it("says a thing once", () => {
    expect(
      rollUp([told({ learned: "The cart rounds twice." }), told({ learned: "The cart rounds twice" })]).learned,
    ).toBe("The cart rounds twice");
  });

  it("keeps open steps while nothing settled them", () => {
    const open = told({ nextSteps: "Fix: `npm test` failed" });
    expect(rollUp([open, told({ request: "what is left to do" })]).nextSteps).toBe("Fix: `npm test` failed");
    expect(rollUp([open, told({ completed: "Fixed the tests" })]).nextSteps).toBe("");
  });

  it("folds a huge list in linear time", () => {
    const lines = Array.from({ length: 200_000 }, (_, index) => `line ${index}`);
    expect(foldLines(lines, 100)).toMatch(/^line 0\.\nline \d+\./);
  });
});
