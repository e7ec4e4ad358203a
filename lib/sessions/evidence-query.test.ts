import { afterEach, beforeEach, expect, it } from "vitest";
import { ingest } from "../capture/ingest";
import { bash, prompt } from "../capture/testing";
import { openTestApp, type TestApp } from "../testing";
import { turnEvidence } from "./evidence-query";

let test: TestApp;
beforeEach(async () => {
  test = await openTestApp();
});
afterEach(() => test.close());

it.each(["", "no JSON", '{"command":"make te', "[1]", "7"])(
  "a tool use whose stored input is %j, as an import may bring it, is one without input",
  async (input) => {
    await ingest(test.app, [prompt("Run the tests"), bash("12 passed")]);
    test.app.sqlite.prepare("UPDATE events SET input = ? WHERE kind = 'tool'").run(input);
    expect(turnEvidence(test.app.db, 1, 1)?.items).toMatchObject([{ kind: "tool", input: {}, output: "12 passed" }]);
  },
);
