import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build } from "esbuild";
import { expect, it } from "vitest";

it("keeps an event by the name of its own, not by one in a tool's input; a word on the command line counts before both", async () => {
  const base = mkdtempSync(join(tmpdir(), "keepsake-hook-"));
  await build({
    entryPoints: [
      { in: "bin/hook/main.ts", out: "hook" },
      { in: "bin/hook/spool.ts", out: "hook-spool" },
    ],
    outdir: base,
    outExtension: { ".js": ".cjs" },
    bundle: true,
    platform: "node",
    format: "cjs",
  });
  const input = JSON.stringify({
    tool_input: { hook_event_name: "SessionEnd" },
    session_id: "s",
    hook_event_name: "PostToolUse",
  });
  const run = (...words: string[]) =>
    spawnSync(process.execPath, [join(base, "hook.cjs"), ...words, `--keepsake=${base}`], { input, encoding: "utf8" });
  expect(run("claude-code")).toMatchObject({ status: 0, stdout: "", stderr: "" });
  expect(run("claude-code", "Stop")).toMatchObject({ status: 0, stdout: "", stderr: "" });
  const events = readdirSync(join(base, "spool"))
    .sort()
    .map((name) => (JSON.parse(readFileSync(join(base, "spool", name), "utf8")) as { event: string }).event);
  expect(events).toEqual(["PostToolUse", "Stop"]);
  rmSync(base, { recursive: true });
});

it("says once how to start the server, as one can type it in the folder where the agent works", async () => {
  const base = realpathSync(mkdtempSync(join(tmpdir(), "keepsake-hook-")));
  for (const folder of ["bin", "dist", "project"]) mkdirSync(join(base, folder));
  writeFileSync(join(base, "bin", "keepsake.mjs"), "");
  await build({
    entryPoints: [
      { in: "bin/hook/main.ts", out: "hook" },
      { in: "bin/hook/spool.ts", out: "hook-spool" },
    ],
    outdir: join(base, "dist"),
    outExtension: { ".js": ".cjs" },
    bundle: true,
    platform: "node",
    format: "cjs",
  });
  const input = JSON.stringify({ hook_event_name: "SessionStart", session_id: "s" });
  const start = () =>
    spawnSync(process.execPath, [join(base, "dist", "hook.cjs"), "claude-code", `--keepsake=${base}`], {
      input,
      encoding: "utf8",
      cwd: join(base, "project"),
      env: { ...process.env, PATH: join(base, "nowhere") },
    }).stdout;
  const { systemMessage } = JSON.parse(start()) as { systemMessage: string };
  expect(systemMessage).toMatch(new RegExp(`: node ${join(base, "bin", "keepsake.mjs")} start --background$`));
  expect(start()).toBe("");
  rmSync(base, { recursive: true });
});
