/** Preparing the folder, by several processes at once. */
import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterEach, beforeEach, expect, it } from "vitest";

const ALONE = pathToFileURL(join(process.cwd(), "bin", "setup", "alone.mjs")).href;

let folder: string;
let lock: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "keepsake-alone-"));
  lock = join(folder, "lock");
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** A process that goes in alone, says so in the log, and leaves when its standard input ends. */
function enter(name: string): ChildProcessWithoutNullStreams {
  const log = JSON.stringify(join(folder, "log"));
  const script = `
    import { appendFileSync } from "node:fs";
    import { alone } from ${JSON.stringify(ALONE)};
    await alone(async () => {
      appendFileSync(${log}, "${name} in\\n");
      console.log("in");
      for await (const _ of process.stdin);
      appendFileSync(${log}, "${name} out\\n");
    }, ${JSON.stringify(lock)});`;
  return spawn(process.execPath, ["--input-type=module", "-e", script]);
}
const said = () => readFileSync(join(folder, "log"), "utf8").trim().split("\n");

it("lets the second wait, with a word, until the first has left", async () => {
  const first = enter("first");
  await once(first.stdout, "data");
  const second = enter("second");
  const [line] = (await once(second.stderr, "data")) as [Buffer];
  expect(line.toString()).toContain(`process ${first.pid}`);
  expect(said()).toEqual(["first in"]);
  first.stdin.end();
  await once(second.stdout, "data");
  second.stdin.end();
  await once(second, "close");
  expect(said()).toEqual(["first in", "first out", "second in", "second out"]);
  expect(existsSync(lock)).toBe(false);
});

it("takes the place of one that was killed, one at a time", async () => {
  const killed = enter("killed");
  await once(killed.stdout, "data");
  killed.kill("SIGKILL");
  await once(killed, "close");
  expect(existsSync(lock)).toBe(true);
  const next = enter("next");
  await once(next.stdout, "data");
  next.stdin.end();
  await once(next, "close");
  expect(said()).toEqual(["killed in", "next in", "next out"]);
  writeFileSync(lock, String(killed.pid));
  const two = [enter("a"), enter("b")];
  for (const child of two) child.stdin.end();
  await Promise.all(two.map((child) => once(child, "close")));
  expect(
    said()
      .slice(3)
      .map((entry) => entry.slice(2)),
  ).toEqual(["in", "out", "in", "out"]);
});
