/** `keepsake inject` and `keepsake pause`, against real routes. */
import { expect, it } from "vitest";
import { prompt } from "../../lib/capture/testing";
import { ingest } from "../../lib/capture/ingest";
import { createMemory } from "../../lib/memories/service";
import { useCli } from "../../lib/testing/cli";
import { PERSON } from "../../lib/testing/random-operations";
import { injectCommand } from "./inject";
import { pauseCommand, resumeCommand } from "./pause";

const cli = useCli();

const inject = () => injectCommand().parseAsync(["--project", "app"], { from: "user" });

it("says that recall rests where it does, and that nothing is stored only where that is so", async () => {
  await ingest(cli.test.app, [prompt("hello")]);
  await inject();
  expect(cli.said.join()).toContain("no memories or observations are stored");
  createMemory(cli.test.app, { key: "rule", value: "Deploys go through the pier.", tier: "pinned" }, { actor: PERSON });
  cli.said = [];
  await inject();
  expect(cli.said.join()).toContain("Deploys go through the pier.");
  cli.said = [];
  await pauseCommand().parseAsync(["recall", "--project", "app"], { from: "user" });
  expect(cli.said.join()).toMatch(/^Recall of project app rests\. To take it back: .*keepsake.* undo \d+$/);
  cli.said = [];
  await inject();
  expect(cli.said.join()).toMatch(/recall rests .*keepsake.* resume recall/);
  expect(cli.said.join()).not.toContain("are stored");
  cli.said = [];
  await resumeCommand().parseAsync(["--project", "app"], { from: "user" });
  expect(cli.said).toEqual([
    "Capture of project app went on already.",
    expect.stringMatching(/^Recall of project app goes on\./),
  ]);
});
