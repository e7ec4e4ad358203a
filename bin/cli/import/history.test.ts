/** `keepsake import` of files of every host, notes and stores, `--watch`, and the markdown export, against real routes. */
import {
  appendFileSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { expect, it, vi } from "vitest";
import { createClient } from "../../../lib/client";
import { createMemory } from "../../../lib/memories/service";
import { useCli } from "../../../lib/testing/cli";
import { PERSON } from "../../../lib/testing/random-operations";
import { claudeLine, codexLines, geminiDocument, jsonl, put } from "../../../lib/transcripts/testing";
import { exportCommand } from "../export";
import { importCommand } from "./command";
import { watchFolders } from "./watch";

const cli = useCli();

const take = (...args: string[]) => importCommand().parseAsync(["--no-wait", ...args], { from: "user" });
const all = (sql: string): unknown[] => cli.test.app.sqlite.prepare(sql).pluck().all();
const output = (): string => cli.said.join("\n");

/** The report's sum, in which each record is somewhere. */
function addsUp(): void {
  const [, whole = "", parts = ""] = /: ([\d,]+) records? = (.*)\./.exec(output()) ?? [];
  const sum = (text: string) =>
    (text.match(/[\d,]+/g) ?? []).reduce((total, n) => total + Number(n.replaceAll(",", "")), 0);
  expect(sum(whole)).toBeGreaterThan(0);
  expect(sum(parts)).toBe(sum(whole));
}
const operationsNamed = (): number[] => [...output().matchAll(/ undo (\d+)/g)].map(([, id]) => Number(id));

it("a dry run fails where the import would, and counts no transcripts where there are only notes", async () => {
  put(cli.folder, "garbage.jsonl", "no transcript at all\n");
  await take(join(cli.folder, "garbage.jsonl"), "--dry-run");
  expect([process.exitCode, output()]).toEqual([1, expect.stringContaining("Not a transcript that we know")]);
  process.exitCode = undefined;
  cli.said = [];
  put(cli.folder, "notes/idea.md", "# Idea\n\nUse less.");
  await take(join(cli.folder, "notes"), "--dry-run");
  expect(output()).toMatch(/1 would come in/);
  expect(output()).not.toMatch(/0 transcripts|: nothing/);
  expect(process.exitCode).toBeUndefined();
});

it("a dry run reads and sends nothing; the import says what came in of whom, what was skipped and why", async () => {
  put(cli.folder, "codex/rollout.jsonl", jsonl(codexLines()));
  put(cli.folder, "claude/s-1.jsonl", jsonl([claudeLine(1, "user", "Hello there"), "{ torn"]));
  put(cli.folder, "notes/idea.md", "# Idea\n\nUse less.");
  put(cli.folder, "package.json", '{"name":"x"}');
  await take(cli.folder, "--dry-run");
  expect(output()).toMatch(
    /Nothing was sent \(dry run\)\. 2 transcripts \(1 Claude Code, 1 Codex\) of 2 sessions: 1 prompt, 1 answer, 2 tool uses, 1 line to be judged by the server/,
  );
  expect(output()).toMatch(/2 pieces of private reasoning/);
  expect(output()).toMatch(/Notes, nothing written \(dry run\)\n {2}memories +1 = 1 would come in/);
  expect([...all("SELECT count(*) FROM sessions"), ...all("SELECT count(*) FROM memories")]).toEqual([0, 0]);

  cli.said = [];
  await take(cli.folder);
  expect(output()).toMatch(/Read 2 transcripts \(1 Claude Code, 1 Codex\)/);
  expect(output()).toContain(`Skipped 1 broken or half-written line: 1 in ${join(cli.folder, "claude", "s-1.jsonl")}.`);
  addsUp();
  const undone = operationsNamed();
  expect(undone).toHaveLength(3);
  expect(undone.slice(0, 2).sort()).toEqual(all("SELECT id FROM operations WHERE kind = 'session.import' ORDER BY id"));
  expect(output()).toMatch(/Notes\n {2}memories +1 = 1 came in\n {2}To take it back: .*keepsake.* undo \d+/);
  expect(all("SELECT text FROM prompts ORDER BY text")).toEqual(["Hello there", "Why does the cart lose its items?"]);
  expect(process.exitCode).toBeUndefined();

  cli.said = [];
  await take(cli.folder);
  expect(output()).toMatch(/= 0 stored \+ /);
  addsUp();
  expect(operationsNamed()).toEqual([]);
  expect(output()).toMatch(/memories +1 = 1 here already/);
  cli.said = [];
  await take(cli.folder, "--no-notes");
  expect(output()).not.toMatch(/Notes/);
  cli.said = [];
  await take(join(cli.folder, "notes"));
  expect(output()).not.toMatch(/0 transcripts/);
});

it("names the undo of each session, and of many the first ones", async () => {
  for (let n = 10; n < 24; n += 1)
    put(cli.folder, `s-${n}.jsonl`, jsonl([claudeLine(n, "user", `Question ${n}`, `s-${n}`)]));
  await take(cli.folder);
  expect(operationsNamed()).toHaveLength(10);
  expect(output()).toMatch(/undo \d+ {2}Imported session \d+ \(1 prompt, 0 events\)/);
  expect(output()).toMatch(/… and 4 more/);
});

it("K23: a file that is not of whom it is said to be is read as what it is, and the difference shown", async () => {
  const gemini = put(cli.folder, "gemini.json", JSON.stringify(geminiDocument(), null, 2));
  const claude = put(cli.folder, "claude.jsonl", jsonl([claudeLine(1, "user", "Hello there")]));
  await take(gemini, "--as", "claude");
  await take(claude, "--as", "gemini");
  expect(output()).toContain(`${gemini} was said to be of claude-code, and is of gemini: read as what it is.`);
  expect(output()).toContain(`${claude} was said to be of gemini, and is of claude-code: read as what it is.`);
  expect(all("SELECT host FROM sessions ORDER BY id")).toEqual(["gemini", "claude-code"]);
  expect(all("SELECT text FROM prompts ORDER BY id")).toEqual(["Make a colour file", "Hello there"]);
  await expect(take(claude, "--as", "nobody")).rejects.toMatchObject({ code: "validation_failed" });
});

it("stores of other tools by name, or found for what they are when a file is named", async () => {
  const graph = put(
    cli.folder,
    "memory.jsonl",
    jsonl([{ type: "entity", name: "Redis", entityType: "db", observations: ["holds carts"] }]),
  );
  const mem0 = put(cli.folder, "mem0.json", JSON.stringify([{ id: "1", memory: "Likes tea" }]));
  await take("--from", "openmemory", mem0, "--dry-run");
  expect(output()).toMatch(/mem0 \/ OpenMemory, nothing written \(dry run\)/);
  await take(graph, mem0);
  expect(all("SELECT value FROM memories ORDER BY value")).toEqual(["Likes tea", "Redis: holds carts"]);
  await expect(take("--from", "nothing", mem0)).rejects.toMatchObject({
    code: "validation_failed",
    hint: expect.stringContaining("codewatch"),
  });
  const db = put(cli.folder, "x.db", "SQLite format 3\u0000");
  await expect(take(db)).rejects.toMatchObject({
    code: "validation_failed",
    hint: expect.stringContaining("--from codewatch"),
  });
  cli.said = [];
  await take(put(cli.folder, "nothing.json", '{"name":"x"}'));
  expect(output()).toMatch(/Not a transcript that we know, left out/);
  expect(process.exitCode).toBe(1);
});

it("says of everything in a folder what became of it: a note in another encoding, settings of programs", async () => {
  put(cli.folder, "s.jsonl", `${jsonl([claudeLine(1, "user", "First")])}\n`);
  put(cli.folder, "settings.json", '{"theme":"dark"}');
  writeFileSync(join(cli.folder, "utf16.md"), Buffer.from("# Note", "utf16le"));
  await take(cli.folder, "--dry-run");
  await take(cli.folder);
  expect(output().match(/Left alone: 1 \.json file that is no transcript\./g)).toHaveLength(2);
  expect(output().match(/utf16\.md.*It is no text/g)).toHaveLength(2);
});

it("--watch takes in what is added and what grows, until it is stopped", async () => {
  const file = put(cli.folder, "s-1.jsonl", `${jsonl([claudeLine(1, "user", "First")])}\n`);
  const client = createClient(`http://127.0.0.1:${cli.server.port}`, { actor: "cli" });
  const stop = new AbortController();
  const notes: string[] = [];
  const done = watchFolders(client, [cli.folder], stop.signal, {
    onNotes: (paths) => Promise.resolve(void notes.push(...paths)),
  });
  await vi.waitFor(() => expect(output()).toContain("Watching"));
  appendFileSync(file, `${JSON.stringify(claudeLine(2, "assistant", "Answer"))}\n`);
  mkdirSync(join(cli.folder, "new"));
  put(cli.folder, "new/rollout.jsonl", jsonl(codexLines()));
  put(cli.folder, "new/idea.md", "An idea.");
  put(cli.folder, "node_modules/x/readme.md", "Not ours.");
  await vi.waitFor(
    () => expect(all("SELECT text FROM prompts ORDER BY text")).toEqual(["First", "Why does the cart lose its items?"]),
    { timeout: 20_000 },
  );
  await vi.waitFor(() => expect(all("SELECT text FROM events WHERE kind = 'message'")).toContain("Answer"), {
    timeout: 20_000,
  });
  await vi.waitFor(() => expect(notes).toEqual([join(cli.folder, "new/idea.md")]), { timeout: 20_000 });
  stop.abort();
  await done;
});

it("exports memories as a folder that only its owner reads, and takes it in again, here and elsewhere", async () => {
  const make = (key: string, value: string) =>
    createMemory(cli.test.app, { key, value, attribute: "decision", tags: ["cache", "redis"] }, { actor: PERSON });
  await make("shop:backend:decision:cache", "Redis holds the carts.\n---\nkey: not: a head");
  await make("global:style", "永远使用简体中文写提交说明");
  await make("../../etc/passwd", "A hostile key is a name like any other.");
  const out = join(cli.folder, "memories");
  await exportCommand().parseAsync(["--markdown", out], { from: "user" });
  expect(output()).toMatch(/Wrote 3 memories to /);
  const files = readdirSync(out, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  expect(files).toHaveLength(3);
  for (const { parentPath, name } of files) {
    expect(name).toMatch(/^[\p{L}\p{N}-]+\.md$/u);
    expect(statSync(join(parentPath, name)).mode & 0o777).toBe(0o600);
  }
  expect(existsSync(join(cli.folder, "etc"))).toBe(false);
  const shop = files.find(({ name }) => name.startsWith("shop-backend"));
  expect(readFileSync(join(shop?.parentPath ?? "", shop?.name ?? ""), "utf8")).toMatch(
    /^---\nkeepsake: memory\nkey: shop:backend:decision:cache\nproject: shop\n/,
  );

  await expect(exportCommand().parseAsync(["--markdown", out], { from: "user" })).rejects.toMatchObject({
    code: "conflict",
  });
  await exportCommand().parseAsync(["--markdown", out, "--force"], { from: "user" });

  cli.said = [];
  await take(out);
  expect(output()).toMatch(/memories +3 = 3 here already/);
  const rows = () =>
    cli.test.app.sqlite
      .prepare(
        "SELECT m.key, m.value, m.attribute, m.tags, p.name FROM memories m LEFT JOIN projects p ON p.id = m.project_id WHERE m.status = 'active' ORDER BY m.key",
      )
      .all();
  const before = rows();
  await cli.freshStore();
  await take(out);
  expect(rows()).toEqual(before);
});

it("an export writes through no link", async () => {
  await createMemory(
    cli.test.app,
    { key: "global:style", value: "Short sentences only.", attribute: "fact" },
    { actor: PERSON },
  );
  const victim = put(cli.folder, "victim.txt", "untouched");
  const out = join(cli.folder, "out");
  symlinkSync(cli.folder, out);
  await expect(exportCommand().parseAsync(["--markdown", out, "--force"], { from: "user" })).rejects.toMatchObject({
    code: "conflict",
  });
  rmSync(out);
  await exportCommand().parseAsync(["--markdown", out], { from: "user" });
  const [file] = readdirSync(join(out, "all-projects")).map((name) => join(out, "all-projects", name));
  rmSync(file ?? "");
  symlinkSync(victim, file ?? "");
  await exportCommand().parseAsync(["--markdown", out, "--force"], { from: "user" });
  expect(readFileSync(victim, "utf8")).toBe("untouched");
  expect(lstatSync(file ?? "").isSymbolicLink()).toBe(false);
  rmSync(join(out, "all-projects"), { recursive: true });
  symlinkSync(cli.folder, join(out, "all-projects"));
  await expect(exportCommand().parseAsync(["--markdown", out, "--force"], { from: "user" })).rejects.toMatchObject({
    code: "conflict",
  });
  writeFileSync(join(cli.folder, "plain"), "");
  await expect(
    exportCommand().parseAsync(["--markdown", join(cli.folder, "plain")], { from: "user" }),
  ).rejects.toMatchObject({ code: "conflict" });
});
