/** What a person sets of a project's budgets, and takes back. */
import { afterEach, beforeEach, expect, it } from "vitest";
import { ProjectPatch } from "../contract/project";
import { undoOperation } from "../operations/undo";
import { openTestApp, type TestApp } from "../testing";
import { addProject } from "../testing/places";
import { changeProject } from "./change";
import { requireProject } from "./service";

const PERSON = { kind: "person", name: "console" } as const;

let test: TestApp;
let id: number;
beforeEach(async () => {
  test = await openTestApp();
  id = addProject(test.app, "app");
});
afterEach(() => test.close());

const budgets = () => {
  const { inject_max_chars, llm_daily_tokens } = requireProject(test.app, id);
  return [inject_max_chars, llm_daily_tokens];
};

it("sets both budgets as one operation; null takes one away; each is undone", () => {
  const set = changeProject(test.app, id, { injectMaxChars: 3000, llmDailyTokens: 50_000 }, PERSON);
  expect(set.project).toMatchObject({ inject_max_chars: 3000, llm_daily_tokens: 50_000 });
  expect(changeProject(test.app, id, { injectMaxChars: 3000 }, PERSON).operation_id).toBeNull();
  const taken = changeProject(test.app, id, { injectMaxChars: null }, PERSON);
  expect(budgets()).toEqual([null, 50_000]);
  undoOperation(test.app, taken.operation_id ?? 0, PERSON);
  expect(budgets()).toEqual([3000, 50_000]);
  undoOperation(test.app, set.operation_id ?? 0, PERSON);
  expect(budgets()).toEqual([null, null]);
});

it("keeps within the bounds of the settings, and to persons", () => {
  const isFine = (patch: object) => ProjectPatch.safeParse(patch).success;
  expect([199, 200, 10_000, 10_001, 300.5, "300"].map((injectMaxChars) => isFine({ injectMaxChars }))).toEqual([
    false,
    true,
    true,
    false,
    false,
    false,
  ]);
  expect([0, 1, 1_000_000_000, 1_000_000_001].map((llmDailyTokens) => isFine({ llmDailyTokens }))).toEqual([
    false,
    true,
    true,
    false,
  ]);
  expect(() => changeProject(test.app, id, { injectMaxChars: 500 }, { kind: "agent", name: "mcp" })).toThrow(
    /Only a person/,
  );
  expect(budgets()).toEqual([null, null]);
});
