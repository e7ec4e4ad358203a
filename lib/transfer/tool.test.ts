/** What other memory tools keep: the dry run counts what then comes in, once, and Undo takes it back. */
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { ingest } from "../capture/ingest";
import { column, hook, rows } from "../capture/testing";
import { createMemory } from "../memories/service";
import { undoOperation } from "../operations/undo";
import { openTestApp, type TestApp } from "../testing";
import { jsonl, put } from "../transcripts/testing";
import { PERSON, toolRuns } from "./testing";
import { importTool } from "./tool";

let test: TestApp;
let folder = "";
beforeEach(async () => {
  test = await openTestApp();
  folder = mkdtempSync(join(tmpdir(), "keepsake-tools-"));
});
afterEach(async () => {
  await test.close();
  rmSync(folder, { recursive: true, force: true });
});

const { run, expectOnce } = toolRuns(() => test.app);
const active = () =>
  rows(
    test.app,
    "SELECT key, value, attribute, tags, tier, project_id FROM memories WHERE status = 'active' ORDER BY id",
  );
const values = (): unknown[] => active().map(({ value }) => value);

describe("mem0 and OpenMemory", () => {
  it("takes lists and exports in, with attribute, tags, state and times; what was deleted there stays away", async () => {
    const list = put(
      folder,
      "mem0.json",
      JSON.stringify({
        results: [
          {
            id: "a1",
            memory: "Prefers tabs over spaces",
            categories: ["preferences"],
            created_at: "2026-01-02T03:04:05Z",
            metadata: { project: "shop" },
          },
          { id: "a2", memory: "The API runs on port 8080", created_at: "2026-01-03T00:00:00Z" },
          { id: "a3", memory: "" },
          { id: "a4", memory: "<private>secret</private>" },
        ],
      }),
    );
    const report = await expectOnce("mem0", [list], "memories", 2);
    expect(report.counts["memories"]).toMatchObject({ read: 4, rejected: 2 });
    expect(report.rejections.map(({ row }) => row).sort()).toEqual(["a3", "a4"]);
    expect(active()).toMatchObject([
      { value: "Prefers tabs over spaces", attribute: "preference", tags: "preferences,mem0" },
      { value: "The API runs on port 8080", attribute: "fact", project_id: 0 },
    ]);
    expect(column(test.app, "SELECT created_at FROM memories ORDER BY id")[0]).toBe(Date.parse("2026-01-02T03:04:05Z"));
    undoOperation(test.app, report.operation_ids[0] ?? 0, PERSON);
    expect(active()).toEqual([]);
  });

  it("reads OpenMemory's memories.json, and its gzipped lines; a memory that was edited there replaces what came in", async () => {
    const doc = (content: string): string =>
      JSON.stringify({
        user: { id: "u" },
        categories: [{ id: "c1", name: "preferences" }],
        memories: [
          {
            id: "m1",
            content,
            state: "active",
            metadata: {},
            created_at: "2026-01-02T03:04:05+00:00",
            updated_at: "2026-01-02T03:04:05+00:00",
          },
          { id: "m2", content: "Old", state: "archived", metadata: {} },
          { id: "m3", content: "Gone", state: "deleted", metadata: {} },
        ],
        memory_categories: [{ memory_id: "m1", category_id: "c1" }],
      });
    await expectOnce("mem0", [put(folder, "memories.json", doc("Likes Redis"))], "memories", 2);
    expect(active()).toMatchObject([{ value: "Likes Redis", attribute: "preference" }]);
    await run("mem0", [put(folder, "memories.json", doc("Likes Valkey"))]);
    expect(values()).toEqual(["Likes Valkey"]);
    expect(rows(test.app, "SELECT value FROM memories WHERE status = 'superseded'")).toEqual([
      { value: "Likes Redis" },
    ]);
    const gz = join(folder, "memories.jsonl.gz");
    writeFileSync(
      gz,
      gzipSync(
        jsonl([{ id: "x1", content: "From lines", state: "active", metadata: {}, app: "cursor", categories: [] }]),
      ),
    );
    await run("mem0", [gz]);
    expect(values()).toContain("From lines");
  });

  it("refuses what is something else, and damaged files, by name", async () => {
    for (const text of ['{"name":"package"}', "[1,2]", "words", '[{"a":1}]']) {
      await expect(run("mem0", [put(folder, "x.json", text)])).rejects.toMatchObject({ code: "validation_failed" });
    }
    writeFileSync(join(folder, "y.gz"), Buffer.concat([Buffer.from([0x1f, 0x8b]), Buffer.from("no zip")]));
    await expect(run("mem0", [join(folder, "y.gz")])).rejects.toMatchObject({ code: "validation_failed" });
    await expect(run("mem0", [join(folder, "none.json")])).rejects.toMatchObject({ code: "not_found" });
    await expect(importTool(test.app, { tool: "mem0", dryRun: true }, PERSON)).rejects.toMatchObject({
      code: "validation_failed",
    });
  });
});

it("the MCP memory server's graph: observations and relations as statements", async () => {
  const file = put(
    folder,
    "memory.jsonl",
    jsonl([
      {
        type: "entity",
        name: "Cart_Service",
        entityType: "component",
        observations: ["keeps carts in Redis", "The Cart Service is written in Go"],
      },
      { type: "entity", name: "Empty", entityType: "x", observations: [] },
      { type: "relation", from: "Cart_Service", to: "Redis", relationType: "depends_on" },
      "torn {",
    ]),
  );
  const report = await expectOnce("mcp-memory", [file], "memories", 3);
  expect(report.counts["memories"]).toMatchObject({ read: 5, rejected: 2 });
  expect(values()).toEqual([
    "Cart_Service: keeps carts in Redis",
    "The Cart Service is written in Go",
    "Cart_Service depends on Redis",
  ]);
  await expect(run("mcp-memory", [put(folder, "z.jsonl", '{"a":1}')])).rejects.toMatchObject({
    code: "validation_failed",
  });
});

describe("notes", () => {
  it("basic-memory: each observation by its category, the note itself to refer to", async () => {
    put(
      folder,
      "kb/auth.md",
      `---\ntitle: Auth Design\ntype: note\ntags: [auth, security]\npermalink: auth-design\ncreated: 2026-01-05T10:00:00Z\n---\n# Auth Design\n\nWe spoke about tokens.\n\n## Observations\n- [decision] Using JWT for sessions #security\n- [ ] a task\n- [x] done\n- [constraint] Auth Design tokens expire after 15 minutes\n\n## Relations\n- implements [[API Security]]\n`,
    );
    await expectOnce("basic-memory", [join(folder, "kb")], "memories", 3);
    expect(active()).toMatchObject([
      { key: "basic:auth-design", tier: "reference", tags: "auth,security,basic-memory" },
      {
        value: "Auth Design: Using JWT for sessions #security",
        attribute: "decision",
        tags: "auth,security,decision,basic-memory",
      },
      { value: "Auth Design tokens expire after 15 minutes", attribute: "constraint" },
    ]);
    expect(column(test.app, "SELECT DISTINCT created_at FROM memories")).toEqual([Date.parse("2026-01-05T10:00:00Z")]);
  });

  it("Claude Code's auto memory: facts by their type, in the project whose folder is named so; the index says nothing twice", async () => {
    const project = join(folder, "projects", "-w-my-shop");
    put(project, "a.jsonl", jsonl([{ type: "user", cwd: "/w/my.shop", sessionId: "s" }]));
    put(project, "memory/MEMORY.md", "# Memory\n- [Style](style.md) — how to write\n- Deploys are on Fridays\n");
    put(
      project,
      "memory/style.md",
      "---\nname: style\ndescription: how to write\nmetadata:\n  type: feedback\n---\nNever use semicolons. See [[other]].\n",
    );
    await expectOnce("claude-memory", [join(folder, "projects")], "memories", 2);
    const name = column(test.app, "SELECT DISTINCT p.name FROM memories m JOIN projects p ON p.id = m.project_id");
    expect(name).toEqual(["my.shop"]);
    expect(active()).toMatchObject([
      { value: "Memory\n- Deploys are on Fridays", tier: "reference" },
      {
        key: "claude-memory:style",
        value: "Never use semicolons. See [[other]].",
        attribute: "preference",
        tier: "normal",
      },
    ]);
  });

  it("J10: a folder name that is not ASCII is found by what the transcripts in it say", async () => {
    const project = join(folder, "projects", "-w----");
    put(project, "a.jsonl", jsonl([{ type: "summary" }, { type: "user", cwd: "/w/项目甲", sessionId: "s" }]));
    put(project, "memory/a.md", "Carts live in Redis here.");
    await run("claude-memory", [join(folder, "projects")]);
    expect(column(test.app, "SELECT p.name FROM memories m JOIN projects p ON p.id = m.project_id")).toEqual([
      "项目甲",
    ]);
  });

  it("auto memory whose transcripts are gone stays in its project: by a folder that was seen here, else by its name", async () => {
    await ingest(test.app, [hook("SessionStart", { cwd: "/w/my.shop", session_id: "s" })]);
    put(folder, "projects/-w-my-shop/memory/a.md", "Carts live in Redis here.");
    put(folder, "projects/-w-other/memory/a.md", "Orders live in Postgres there.");
    put(folder, "projects/-w-other/memory/MEMORY.md", "# Memory\n- Deploys are on Fridays\n");
    await expectOnce("claude-memory", [join(folder, "projects")], "memories", 3);
    expect(
      column(
        test.app,
        "SELECT p.name || ': ' || m.value FROM memories m LEFT JOIN projects p ON p.id = m.project_id ORDER BY m.value",
      ),
    ).toEqual([
      "my.shop: Carts live in Redis here.",
      "w-other: Memory\n- Deploys are on Fridays",
      "w-other: Orders live in Postgres there.",
    ]);
  });

  it("CLAUDE.md and plain notes: by section, a repository's in its project, others everywhere; an edit replaces what came in", async () => {
    const repo = join(folder, "shop");
    mkdirSync(repo);
    execFileSync("git", ["init", "-q", repo]);
    put(repo, "CLAUDE.md", "# Shop\n\nUse pnpm.\n\n## Tests\n\n```\n# not a heading\n```\nRun them first.\n");
    put(folder, "ideas/a.md", "---\nbroken: [yaml\n---\nA plain thought.\n");
    const report = await expectOnce("notes", [repo, join(folder, "ideas")], "memories", 3);
    expect(active()).toMatchObject([
      { value: "Shop\nUse pnpm.", tier: "reference" },
      { value: "Shop › Tests\n```\n# not a heading\n```\nRun them first." },
      { value: "---\nbroken: [yaml\n---\nA plain thought.", project_id: 0 },
    ]);
    expect(
      column(test.app, "SELECT p.name FROM memories m JOIN projects p ON p.id = m.project_id ORDER BY m.id"),
    ).toEqual(["shop", "shop"]);
    put(repo, "CLAUDE.md", "# Shop\n\nUse bun.\n\n## Tests\n\n```\n# not a heading\n```\nRun them first.\n");
    const edited = await run("notes", [repo]);
    expect(edited.counts["memories"]).toMatchObject({ read: 2, imported: 1, known: 1, conflicts: 0 });
    expect(values()).toContain("Shop\nUse bun.");
    expect(values()).not.toContain("Shop\nUse pnpm.");
    undoOperation(test.app, edited.operation_ids[0] ?? 0, PERSON);
    expect(values()).toContain("Shop\nUse pnpm.");
    undoOperation(test.app, report.operation_ids[0] ?? 0, PERSON);
    expect(active()).toEqual([]);
  });

  it("what a person changed here is not written over: the note's other value waits", async () => {
    const file = put(folder, "a.md", "First words.");
    await run("notes", [file]);
    const [row] = rows(test.app, "SELECT id, key FROM memories");
    await createMemory(
      test.app,
      { key: String(row?.key), value: "A person's words.", attribute: "fact" },
      { actor: PERSON },
    );
    put(folder, "a.md", "Second words.");
    expect((await run("notes", [file])).counts["memories"]).toMatchObject({ conflicts: 1, imported: 0 });
    expect(values()).toEqual(["A person's words."]);
  });

  it("hostile notes: huge front matter, aliases, binary, links out of the folder, nothing at all", async () => {
    put(
      folder,
      "n/bomb.md",
      `---\na: &a [x,x,x,x]\nb: &b [*a,*a,*a,*a]\nc: &c [*b,*b,*b,*b]\nd: [*c,*c,*c,*c]\n---\nBody of a bomb.\n`,
    );
    put(folder, "n/binary.md", "\u0000\u0001");
    writeFileSync(join(folder, "n", "gbk.md"), Buffer.from([0xb2, 0xbf, 0xca, 0xf0, 0x0a]));
    put(folder, "n/big.md", "x".repeat(3 * 1024 * 1024));
    put(folder, "n/proto.md", "---\n__proto__: {polluted: 1}\n---\nProto.");
    put(folder, "secret.md", "Outside of it.");
    execFileSync("ln", ["-s", join(folder, "secret.md"), join(folder, "n", "link.md")]);
    const report = await run("notes", [join(folder, "n")]);
    expect(report.rejections.map(({ reason }) => reason).sort()).toEqual([
      "It is no text.",
      "It is not UTF-8 text. Save it in that encoding and import it again.",
      "The note is larger than 2 MB.",
    ]);
    expect(values().join("\n")).toContain("Body of a bomb.");
    expect(values().join("\n")).not.toContain("Outside of it.");
    expect(({} as Record<string, unknown>)["polluted"]).toBeUndefined();
    mkdirSync(join(folder, "empty"));
    await expect(run("notes", [join(folder, "empty")])).rejects.toMatchObject({ code: "not_found" });
    await expect(run("basic-memory", [join(folder, "none")])).rejects.toMatchObject({
      code: "not_found",
      hint: "Say where they are: keepsake import --from basic-memory <folder>",
    });
  });

  it("--project names the one that statements belong to which name none", async () => {
    await run("notes", [put(folder, "a.md", "Words.")], { project: "garden" });
    expect(column(test.app, "SELECT p.name FROM memories m JOIN projects p ON p.id = m.project_id")).toEqual([
      "garden",
    ]);
  });
});
