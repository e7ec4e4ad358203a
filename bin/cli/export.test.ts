/** `keepsake export` and `keepsake import` of what it wrote, and of claude-mem's store, against real routes. */
import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { createMemory } from "../../lib/memories/service";
import { makeClaudeMem } from "../../lib/testing/claude-mem-store";
import { useCli } from "../../lib/testing/cli";
import { PERSON, seed } from "../../lib/testing/random-operations";
import { exportCommand } from "./export";
import { importCommand } from "./import/command";

const cli = useCli();

const out = (): string => join(cli.folder, "store.jsonl");
const save = (...options: string[]) => exportCommand().parseAsync(["--out", out(), ...options], { from: "user" });
const take = (...args: string[]) => importCommand().parseAsync(args, { from: "user" });
const memories = (): unknown[] =>
  cli.test.app.sqlite.prepare("SELECT key, value, status FROM memories ORDER BY id").all();

it("writes a file that only its owner reads, named when it is whole, and takes it in again", async () => {
  await seed(cli.test);
  await save();
  expect(statSync(out()).mode & 0o777).toBe(0o600);
  expect(readdirSync(cli.folder)).toEqual(["store.jsonl"]);
  const written = readFileSync(out(), "utf8").split("\n").length - 1;
  expect(cli.said.join("\n")).toContain(`Wrote ${written} lines`);
  await expect(save()).rejects.toMatchObject({ code: "conflict" });
  await save("--force");
  const before = memories();
  await cli.freshStore();
  await take(out());
  expect(memories()).toEqual(before);
  expect(process.exitCode).toBeUndefined();
  expect(cli.said.join("\n")).toMatch(/memory +2: 2 came in/);
  expect(cli.said.join("\n")).toMatch(/keepsake.* undo \d+/);
  cli.said = [];
  await take(out());
  expect(cli.said.join("\n")).toMatch(/memory +2: 2 here already/);
});

it("names the folder that is not there", async () => {
  const file = join(cli.folder, "nowhere", "store.jsonl");
  await expect(exportCommand().parseAsync(["--out", file], { from: "user" })).rejects.toMatchObject({
    code: "not_found",
    message: `There is no folder ${join(cli.folder, "nowhere")}.`,
  });
});

it("more lines than one request takes are one operation, and each line keeps its number", async () => {
  for (let n = 0; n < 1_100; n += 1) {
    createMemory(
      cli.test.app,
      { key: `shop:list:fact:n${n}`, value: `Fact number ${n} of the list` },
      { actor: PERSON },
    );
  }
  await save("--kind", "memory");
  const lines = readFileSync(out(), "utf8").split("\n");
  lines[1_050] = "{ broken";
  writeFileSync(out(), lines.join("\n"));
  await cli.freshStore();
  await take(out());
  expect(memories()).toHaveLength(1_099);
  expect(cli.test.app.sqlite.prepare("SELECT count(*) FROM operations").pluck().get()).toBe(1);
  expect(cli.said.join("\n")).toContain("line 1051: The line is not valid JSON.");
  expect(cli.said.join("\n")).toContain("not whole");
  expect(process.exitCode).toBe(1);
});

it("says so when a file was cut off, and keeps what was in it", async () => {
  await seed(cli.test);
  await save();
  const lines = readFileSync(out(), "utf8").trimEnd().split("\n");
  writeFileSync(out(), lines.slice(0, -1).join("\n"));
  await cli.freshStore();
  await take(out());
  expect(memories()).toHaveLength(2);
  expect(cli.said.join("\n")).toContain("not whole");
  expect(process.exitCode).toBe(1);
});

it("refuses kinds that are none, before anything is written", async () => {
  await expect(save("--kind", "tokens")).rejects.toMatchObject({ code: "validation_failed" });
  await expect(save("--project", "nowhere")).rejects.toMatchObject({ code: "not_found" });
  expect(readdirSync(cli.folder)).toEqual([]);
});

it("E139: --from claude-mem takes the whole store, its summaries alone with a flag, and --claude-mem is short for it", async () => {
  const file = join(cli.folder, "claude-mem.db");
  const { db, add } = makeClaudeMem(file, "13.x");
  const at = { created_at: "2026-02-03T09:00:00Z", created_at_epoch: Date.UTC(2026, 1, 3, 9) };
  add("observations", { memory_session_id: "m", project: "shop", type: "decision", title: "Use pnpm", ...at });
  add("session_summaries", { memory_session_id: "m", project: "shop", request: "Choose a package manager", ...at });
  db.close();
  await take("--from", "claude-mem", "--db", file, "--dry-run");
  expect(cli.said.join("\n")).toContain("nothing written (dry run)");
  await take("--claude-mem", file, "--summaries-as-memories");
  expect(memories()).toMatchObject([{ key: "claude-mem:summary:1" }]);
  await take("--from", "claude-mem", "--db", file);
  expect(cli.said.join("\n")).toMatch(/observations +1 = 1 came in \+ 0 known \+ 0 said already \+ 0 refused/);
  expect(cli.said.join("\n")).toMatch(/summaries +1 = 0 came in \+ 0 known \+ 1 said already \+ 0 refused/);
  await expect(take("--from", "claude-mem", "--db", join(cli.folder, "nothing.db"))).rejects.toMatchObject({
    code: "not_found",
  });
  await expect(take("--from", "mem0")).rejects.toMatchObject({ code: "validation_failed" });
  await expect(take("--db", file)).rejects.toMatchObject({ code: "validation_failed" });
});

it("a path beside --from is that tool's store, and only one is taken", async () => {
  const file = join(cli.folder, "claude-mem.db");
  const { db, add } = makeClaudeMem(file, "13.x");
  const at = { created_at: "2026-02-03T09:00:00Z", created_at_epoch: Date.UTC(2026, 1, 3, 9) };
  add("observations", { memory_session_id: "m", project: "shop", type: "decision", title: "Use pnpm", ...at });
  db.close();
  await take("--from", "claude-mem", "--dry-run", file);
  expect(cli.said.join("\n")).toMatch(/observations +1 = 1 would come in/);
  await expect(take("--from", "claude-mem", file, out())).rejects.toMatchObject({ code: "validation_failed" });
});

it("--dry-run never takes in an export or a transcript", async () => {
  await seed(cli.test);
  await save();
  await cli.freshStore();
  await take(out(), "--dry-run");
  expect(cli.said.join("\n")).toContain(
    `An export of Keepsake, which comes in once however often it is taken in: ${out()}`,
  );
  expect(memories()).toEqual([]);
});

it("a database given as a transcript is refused with the way that it comes in by", async () => {
  const file = join(cli.folder, "claude-mem.db");
  makeClaudeMem(file, "13.x").db.close();
  await expect(take(file)).rejects.toMatchObject({
    code: "validation_failed",
    hint: expect.stringContaining("--from claude-mem FILE"),
  });
});

it("a named file that is no transcript fails the command", async () => {
  writeFileSync(out(), '{"a":1}\n');
  await take(out());
  expect(cli.said.join("\n")).toContain(`Not a transcript that we know, left out: ${out()}`);
  expect(process.exitCode).toBe(1);
});
