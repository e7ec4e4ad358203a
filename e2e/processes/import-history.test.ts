/** The built program follows a folder of transcripts, through its server's absence too, and ends when it is told to. */
import { appendFileSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { claudeLine, codexLines, jsonl, put } from "../../lib/transcripts/testing";
import { launch, until } from "../support/server";
import { HASH_EMBEDDER, useStage } from "../support/stage";

const { start, home } = useStage(HASH_EMBEDDER);

it("K18, K23: import --dry-run, import and --watch of transcripts of two hosts", async () => {
  const server = await start();
  const folder = join(home(), "history");
  mkdirSync(folder, { recursive: true });
  const claude = put(
    folder,
    "s-1.jsonl",
    `${jsonl([{ type: "progress" }, claudeLine(1, "user", "First question")])}\n`,
  );
  put(folder, "rollout.jsonl", jsonl(codexLines()));
  const run = async (...args: string[]): Promise<string> => {
    const command = launch(["import", ...args], server.home);
    expect([await command.ended, command.output()]).toEqual([0, expect.any(String)]);
    return command.output();
  };
  expect(await run("--dry-run", folder)).toContain("2 transcripts (1 Codex, 1 Claude Code) of 2 sessions");
  expect((await server.client.health()).counts["sessions"]).toBe(0);

  const watch = launch(["import", "--watch", "--no-wait", "--as", "gemini", folder], server.home);
  await until(() => (watch.output().includes("Watching ") ? true : undefined), 30_000);
  expect(watch.output()).toContain(`${claude} was said to be of gemini, and is of claude-code`);
  appendFileSync(claude, `${JSON.stringify(claudeLine(2, "user", "Second question"))}\n`);
  await until(async () => (await server.client.search({ query: "Second question", mode: "fts" })).prompts?.[0], 30_000);
  watch.child.kill("SIGINT");
  expect(await watch.ended).toBe(0);
  expect(watch.output()).toContain("Stopped. Run the same command again to go on");
});
