/** Which store of another tool is meant, and what is said where it can't be. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { useCli } from "../../../lib/testing/cli";
import { importCommand } from "./command";
import { storesOf, withPath } from "./stores";

const cli = useCli();
const take = (...args: string[]) => importCommand().parseAsync(args, { from: "user" });
const refusal = (message: string, hint: unknown) => expect.objectContaining({ message, hint }) as Error;

it("names each store by its short option, by --from with its usual place, or with --db", () => {
  expect(storesOf({})).toEqual({});
  expect(storesOf({ evolvmem: true, claudeMem: "/m.db" })).toEqual({ evolvmem: true, claudeMem: "/m.db" });
  expect(storesOf({ from: "claude-mem" })).toEqual({ claudeMem: true });
  expect(storesOf({ from: "claude-mem", db: "/m.db" })).toEqual({ claudeMem: "/m.db" });
  expect(storesOf({ from: "evolvmem", db: "/e" })).toEqual({ evolvmem: "/e" });
  expect(withPath(["/e"], { from: "evolvmem" })).toEqual({ paths: [], options: { from: "evolvmem", db: "/e" } });
  expect(withPath(["/e"], { from: "evolvmem", db: "/f" }).paths).toEqual(["/e"]);
});

it("says how it is meant where it can't be", async () => {
  expect(() => storesOf({ db: "/m.db" })).toThrow(
    refusal("--db needs --from.", "For example --from claude-mem --db FILE."),
  );
  expect(() => withPath(["/a", "/b"], { from: "claude-mem" })).toThrow(
    refusal("--from takes in one store at a time.", "For example --from claude-mem /a"),
  );
  await expect(take("--from", "claude-ram")).rejects.toMatchObject({
    code: "validation_failed",
    hint: expect.stringContaining("--from takes claude-mem, evolvmem, ") as string,
  });
});

it("a store that is not there, or is another file, is named with what to do; nothing is written", async () => {
  const nowhere = join(cli.folder, "none");
  for (const tool of ["claude-mem", "evolvmem"])
    await expect(take("--from", tool, "--db", nowhere)).rejects.toMatchObject({
      message: expect.stringContaining(nowhere) as string,
      hint: expect.stringMatching(/\S/) as string,
    });
  const other = join(cli.folder, "other.db");
  writeFileSync(other, "no database at all");
  await expect(take("--from", "claude-mem", "--db", other, "--dry-run")).rejects.toMatchObject({
    message: expect.stringContaining(other) as string,
    hint: expect.stringMatching(/\S/) as string,
  });
  expect(cli.test.app.sqlite.prepare("SELECT count(*) FROM operations").pluck().get()).toBe(0);
});
