/** Two projects of one name at the command line, against real routes. */
import { beforeEach, expect, it } from "vitest";
import { ingest } from "../../lib/capture/ingest";
import { prompt } from "../../lib/capture/testing";
import { createMemory } from "../../lib/memories/service";
import { useCli } from "../../lib/testing/cli";
import { PERSON } from "../../lib/testing/random-operations";
import { injectCommand } from "./inject";
import { reviewCommand } from "./review";
import { searchCommand } from "./search";

const cli = useCli();
const FOLDERS = ["/w/one/shop", "/w/two/shop"];
const keys = (): unknown[] => cli.test.app.sqlite.prepare("SELECT key FROM projects ORDER BY id").pluck().all();

beforeEach(async () => {
  await ingest(
    cli.test.app,
    FOLDERS.map((cwd) => prompt(`The pier of ${cwd}`, { session_id: cwd, cwd })),
  );
  for (const [at, project] of keys().entries())
    createMemory(
      cli.test.app,
      { key: "shop:cache:decision:store", value: `Reply to each order from the pier ${at}`, project: String(project) },
      { actor: PERSON },
    );
});

it("tells them apart by folder in what is found, and says how to name one of them", async () => {
  await searchCommand().parseAsync(["pier", "--mode", "fts"], { from: "user" });
  for (const folder of FOLDERS) expect(cli.output()).toContain(`· shop, ${folder} ·`);
  expect(cli.output()).not.toContain("are named");
  for (const command of [searchCommand, injectCommand]) {
    cli.said = [];
    const words = command === searchCommand ? ["pier", "--mode", "fts"] : [];
    await command().parseAsync([...words, "--project", "shop"], { from: "user" });
    expect(cli.output()).toContain('2 projects are named "shop"');
    for (const key of keys()) expect(cli.output()).toContain(`--project ${String(key)}`);
    cli.said = [];
    await command().parseAsync([...words, "--project", String(keys()[0])], { from: "user" });
    expect(cli.output()).not.toContain("are named");
  }
});

it("tells them apart in what waits for a person", async () => {
  cli.test.app.sqlite.prepare("UPDATE memories SET review_state = 'pending'").run();
  await reviewCommand().parseAsync([], { from: "user" });
  for (const folder of FOLDERS) expect(cli.output()).toContain(`(shop, ${folder})`);
});
