import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { spawnSync } from "node:child_process";
import { afterEach, beforeEach, expect, it } from "vitest";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "keepsake-logged-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** As the build runs it: what reaches the terminal, and what went into the file. */
function run(program: string): { told: string; log: string } {
  const log = join(folder, "build.log");
  const module = pathToFileURL(join(process.cwd(), "bin", "setup", "logged.mjs")).href;
  const script = `import { runLogged } from ${JSON.stringify(module)};
    try { runLogged("The build of the console", ["-e", ${JSON.stringify(program)}], ${JSON.stringify(log)}); }
    catch (error) { console.log(error.message); }`;
  const { stdout, stderr } = spawnSync(process.execPath, ["--input-type=module", "-e", script], { encoding: "utf8" });
  return { told: stdout + stderr, log: readFileSync(log, "utf8") };
}

it("a step that works says nothing; one that fails shows its end and names the file that holds all of it", () => {
  const lines = 'for (let n = 1; n <= 150; n += 1) console.log("route " + n); console.error("a warning");';
  const fine = run(lines);
  expect(fine.told).toBe("");
  expect(fine.log).toMatch(/^route 1\n[\s\S]*route 150\n/);
  expect(fine.log).toContain("a warning");
  const failed = run(`${lines} console.error("Type error: no such page"); process.exitCode = 1;`);
  expect(failed.told).toMatch(/^The build of the console failed:\n/);
  expect(failed.told).toContain("Type error: no such page");
  expect(failed.told).toContain(`All that it said: ${join(folder, "build.log")}`);
  expect(failed.told).not.toContain("route 1\n");
});
