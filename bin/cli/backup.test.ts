/** `keepsake restore` against real routes: it exchanges the whole store, and asks before it does. */
import { expect, it } from "vitest";
import { createMemory } from "../../lib/memories/service";
import { useCli } from "../../lib/testing/cli";
import { PERSON } from "../../lib/testing/random-operations";
import { backupCommand, restoreCommand } from "./backup";
import type { Terminal } from "./setup/ask";

const cli = useCli();
const words = (args: string[]) => [args, { from: "user" }] as const;

const add = (key: string): unknown => createMemory(cli.test.app, { key, value: `What ${key} says` }, { actor: PERSON });
const keys = (): unknown[] => cli.test.app.sqlite.prepare("SELECT key FROM memories ORDER BY id").pluck().all();
const asked: string[] = [];
const answering = (isThere: boolean, answer = false): Terminal => ({
  isThere: () => isThere,
  confirm: (question) => {
    asked.push(question);
    return Promise.resolve(answer);
  },
});
const restore = (terminal: Terminal, ...args: string[]) => restoreCommand(terminal).parseAsync(...words(args));

it("goes back only when a person at a terminal agrees, or the command says so", async () => {
  add("shop:cart:decision:cache");
  await backupCommand().parseAsync(...words([]));
  const name = /manual-\d+\.db/.exec(cli.output())?.[0] ?? "";
  add("shop:queue:decision:bus");
  const both = keys();
  expect(both).toHaveLength(2);

  await restore(answering(false), name);
  expect(keys()).toEqual(both);
  expect(process.exitCode).toBe(1);
  expect(cli.output()).toMatch(/what is stored now \(2 memories\).*\nNothing was changed.*--yes/i);
  expect(asked).toEqual([]);
  process.exitCode = undefined;

  await restore(answering(true, false), name);
  expect(keys()).toEqual(both);
  expect(asked).toHaveLength(1);

  await restore(answering(true, true), name);
  expect(keys()).toHaveLength(1);
  expect(cli.output()).toMatch(/: 1 memory\.\n.*keepsake.* restore before-restore-\d+\.db/);
  const saved = /before-restore-\d+\.db/.exec(cli.output())?.[0] ?? "";

  await restore(answering(false), saved, "--yes");
  expect(keys()).toEqual(both);
  expect(asked).toHaveLength(2);
  await expect(restore(answering(true, true), "daily-1.db")).rejects.toMatchObject({ code: "not_found" });
});
