import { spawnSync } from "node:child_process";
import { copyFileSync, mkdirSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";

it("before the first build a program that an agent starts says in which folder to make it, and prints nothing for the agent", () => {
  const base = realpathSync(mkdtempSync(join(tmpdir(), "keepsake-unbuilt-")));
  mkdirSync(join(base, "bin"));
  for (const name of ["keepsake.mjs", "codewatch-memory.mjs"])
    copyFileSync(join(process.cwd(), "bin", name), join(base, "bin", name));
  const run = (name: string, ...words: string[]) =>
    spawnSync(process.execPath, [join(base, "bin", name), ...words], { encoding: "utf8", cwd: tmpdir() });
  for (const [code, { status, stdout, stderr }] of [
    [1, run("keepsake.mjs", "mcp")],
    [0, run("keepsake.mjs", "--hook")],
    [0, run("codewatch-memory.mjs", "--hook")],
  ] as const) {
    expect([status, stdout]).toEqual([code, ""]);
    expect(stderr).toContain(`Run \`npm start\` in ${base} once`);
  }
  rmSync(base, { recursive: true });
});
