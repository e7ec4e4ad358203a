import { afterEach, expect, it } from "vitest";
import { SETTING_GROUPS } from "../contract/setting-groups";
import { undoOperation } from "../operations/undo";
import { openTestApp, type TestApp } from "../testing";
import { MAX_VIEWS, removeView, renameView, saveView } from "./saved-views";
import { changeSettings, readSettings } from "./service";

const person = { kind: "person", name: "console" } as const;
const view = (name: string, query = "") => ({ name, query });

let test: TestApp;
afterEach(() => test.close());
const names = () => readSettings(test.app).saved_views.map(({ name }) => name);

it("keeps lists under their names, one each, and every change can be undone", async () => {
  test = await openTestApp();
  const { app } = test;
  saveView(app, view("Decisions", "attribute=decision"), person);
  saveView(app, view("Unused", "used=no"), person);
  saveView(app, view("Decisions", "attribute=decision&tier=pinned"), person);
  expect(readSettings(app).saved_views).toEqual([
    view("Decisions", "attribute=decision&tier=pinned"),
    view("Unused", "used=no"),
  ]);
  const renamed = renameView(app, "Unused", "Dust", person);
  expect(names()).toEqual(["Decisions", "Dust"]);
  undoOperation(app, renamed ?? 0, person);
  expect(names()).toEqual(["Decisions", "Unused"]);
  const removed = removeView(app, "Decisions", person);
  expect(names()).toEqual(["Unused"]);
  undoOperation(app, removed ?? 0, person);
  expect(names()).toEqual(["Decisions", "Unused"]);
});

it("refuses a name that is taken, one that is not there, and more than there can be", async () => {
  test = await openTestApp();
  const { app } = test;
  saveView(app, view("A"), person);
  saveView(app, view("B"), person);
  expect(() => renameView(app, "A", "B", person)).toThrow("Another saved view has this name.");
  expect(() => renameView(app, "C", "D", person)).toThrow("There is no saved view of this name.");
  expect(() => removeView(app, "C", person)).toThrow("There is no saved view of this name.");
  expect(names()).toEqual(["A", "B"]);
  changeSettings(app, { saved_views: Array.from({ length: MAX_VIEWS }, (_, n) => view(`view ${n}`)) }, person);
  expect(() => saveView(app, view("one more"), person)).toThrow("as many as there can be");
  expect(SETTING_GROUPS.saved_views.schema.safeParse(Array(MAX_VIEWS + 1).fill(view("x"))).success).toBe(false);
});
