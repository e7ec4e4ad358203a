/** `keepsake status` against real routes. */
import { expect, it } from "vitest";
import { ingest } from "../../lib/capture/ingest";
import { prompt } from "../../lib/capture/testing";
import { useCli } from "../../lib/testing/cli";
import { pauseCommand, resumeCommand } from "./pause";
import { statusCommand } from "./status";

const cli = useCli();
const rest = (...args: string[]) => pauseCommand().parseAsync(args, { from: "user" });
async function status(): Promise<string> {
  cli.said = [];
  await statusCommand().parseAsync([], { from: "user" });
  return cli.output();
}

it("says what is paused, with two projects of one name told apart, and nothing where nothing is", async () => {
  await ingest(cli.test.app, [
    prompt("one", { session_id: "s-1", cwd: "/w/one/shop" }),
    prompt("two", { session_id: "s-2", cwd: "/w/two/shop" }),
    prompt("three", { session_id: "s-3", cwd: "/w/pier" }),
  ]);
  expect(await status()).toMatch(/Stored {3}3 projects, 3 sessions, 3 prompts, 0 events,/);
  expect(cli.output()).not.toContain("Paused");
  await rest("--project", "pier");
  await rest("capture", "--project", "/w/one/shop");
  await rest("recall", "--session", "2");
  const line = (await status()).split("\n").find((one) => one.startsWith("Paused"));
  expect(line).toMatch(/capture and recall of project pier/);
  expect(line).toMatch(/capture of project \S*\/w\/one\/shop/);
  expect(line).toMatch(/recall of session 2 \(project \S*\/w\/two\/shop\)/);
  await resumeCommand().parseAsync(["--project", "pier"], { from: "user" });
  expect(await status()).not.toContain("pier");
});
