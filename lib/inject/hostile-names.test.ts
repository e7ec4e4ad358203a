import { afterEach, beforeEach, expect, it } from "vitest";
import { createMemory } from "../memories/service";
import { openTestApp, type TestApp } from "../testing";
import { buildInjection } from "./service";
import { getInjection } from "./stored";

const TOKEN = ["ghp", "Zk3QpL9vXw2RtY7uBn5McD8sFg1HjK4aEe6T"].join("_");

let test: TestApp;
beforeEach(async () => {
  test = await openTestApp();
  createMemory(
    test.app,
    { key: "k:1", value: "a statement of some length", project: null },
    { actor: { kind: "person", name: "console" } },
  );
});
afterEach(() => test.close());

it("invariant 2: what names the place of a block holds neither secrets nor private text, shown or stored", () => {
  const hidden = `x ${TOKEN} <private>zqvplantedword</private>`;
  for (const place of [{ project: hidden }, { cwd: `/w/${hidden}` }]) {
    const { id, text } = buildInjection(test.app, { ...place, branch: hidden, host: hidden, session: hidden });
    expect(id).toBeGreaterThan(0);
    const all = text + JSON.stringify(getInjection(test.app, id));
    expect([TOKEN, "zqvplantedword"].filter((word) => all.includes(word))).toEqual([]);
  }
});
