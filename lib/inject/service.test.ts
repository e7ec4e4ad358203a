import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { activityAfter } from "../activity/query";
import type { App } from "../context";
import { injections } from "../db/schema/injections";
import { memories } from "../db/schema/memories";
import { observations } from "../db/schema/observations";
import { prompts } from "../db/schema/sessions";
import { saveSettings } from "../settings/service";
import { openTestApp, type TestApp } from "../testing";
import { inUtc } from "../testing/inject-candidates";
import { addMemories, addObservations, addSummaries, DAY } from "../testing/inject-rows";
import { addProject, addSession } from "../testing/places";
import { KEPT_PER_PROJECT } from "./repo";
import { buildInjection } from "./service";
import { getInjection, listInjections } from "./stored";
import { heldBy } from "./trace";

let test: TestApp;
let app: App;
inUtc();
beforeEach(async () => {
  test = await openTestApp();
  app = test.app;
});
afterEach(() => test.close());

const memoryOf = (id: number) =>
  app.db
    .select()
    .from(memories)
    .all()
    .find((row) => row.id === id);
const key = (n: number, head = "app") => `${head}:topic${n}:fact:it`;

describe("what is in scope", () => {
  it("I10: only this project's and global memories, whatever other projects hold", () => {
    const [alpha, beta] = [addProject(app, "alpha"), addProject(app, "beta")];
    addMemories(app, [
      { projectId: alpha, key: "alpha:a:b:c", value: "ALPHA-ONLY fact" },
      { projectId: beta, key: "beta:a:b:c", value: "BETA-ONLY fact" },
      { projectId: beta, key: "beta:pin:b:c", value: "BETA-PINNED fact", tier: "pinned" },
      { projectId: beta, key: "beta:docs:b:c", value: "BETA-REF", tier: "reference" },
      { projectId: beta, key: "beta:progress:log:2026-05-31", value: "BETA-LOG" },
      { projectId: 0, key: "me:style:b:c", value: "GLOBAL fact" },
    ]);
    addObservations(app, [{ projectId: beta, title: "BETA-OBSERVATION" }]);
    addSummaries(app, [{ projectId: beta, sessionId: addSession(app, beta), request: "BETA-SUMMARY" }]);
    const { text, trace } = buildInjection(app, { project: "alpha" });
    expect(text).toContain("ALPHA-ONLY fact");
    expect(text).toContain("GLOBAL fact");
    expect(text.toLowerCase()).not.toContain("beta");
    expect(heldBy(trace)).toHaveLength(2);
  });

  it("inject_scope all: the original's, with every project's memories and sessions", () => {
    const [alpha, beta] = [addProject(app, "alpha"), addProject(app, "beta")];
    saveSettings(app, { inject_scope: "all" });
    addMemories(app, [
      { projectId: alpha, key: "alpha:a:b:c", value: "ALPHA fact" },
      { projectId: beta, key: "beta:a:b:c", value: "BETA fact" },
    ]);
    addSummaries(app, [{ projectId: beta, sessionId: addSession(app, beta), request: "BETA session" }]);
    addObservations(app, [{ projectId: beta, title: "BETA observation" }]);
    const { text } = buildInjection(app, { project: "alpha" });
    expect(text).toMatch(/ALPHA fact[\s\S]*BETA fact/);
    expect(text).toContain("BETA session");
    expect(text).not.toContain("BETA observation");
  });

  it("never superseded, archived, deleted, expired or held back for review", () => {
    const projectId = addProject(app, "app");
    const now = app.now();
    const bad = [
      { status: "superseded" },
      { status: "archived" },
      { status: "deleted" },
      { expiresAt: now },
      { expiresAt: now - 1 },
      { reviewState: "pending" },
      { reviewState: "conflict" },
      { reviewState: "quarantined" },
    ] as const;
    for (const tier of ["pinned", "normal", "reference"] as const) {
      addMemories(
        app,
        bad.map((given, n) => ({
          projectId,
          key: `${tier}:bad${n}:fact:it`,
          value: "never show this",
          tier,
          ...given,
        })),
      );
    }
    addMemories(
      app,
      bad.map((given, n) => ({
        projectId,
        key: `bad${n}:progress:log:2026-05-31`,
        value: "never show this",
        ...given,
      })),
    );
    addObservations(app, [
      { projectId, title: "never show this", status: "archived" },
      { projectId, title: "never show this", status: "deleted" },
    ]);
    addSummaries(app, [
      { projectId, sessionId: addSession(app, projectId), request: "never show this", status: "deleted" },
    ]);
    expect(buildInjection(app, { project: "app" })).toMatchObject({ id: 0, text: "", chars: 0, tokens: 0, trace: [] });
    addMemories(app, [{ projectId, key: key(1), expiresAt: now + 1 }]);
    expect(buildInjection(app, { project: "app" }).text).toContain(key(1));
  });

  it("observations and summaries of another branch stay out, memories cross branches; without a branch each names its own", () => {
    const projectId = addProject(app, "app");
    const session = addSession(app, projectId);
    addObservations(app, [
      { projectId, sessionId: session, branch: "main", title: "on main" },
      { projectId, sessionId: session, branch: "feat/x", title: "on feat" },
      { projectId, sessionId: session, branch: null, title: "on none" },
    ]);
    addSummaries(app, [{ projectId, sessionId: session, branch: "feat/x", request: "asked on feat" }]);
    addMemories(app, [{ projectId, key: key(1), branch: "feat/x", value: "memory of feat" }]);
    const main = buildInjection(app, { project: "app", branch: "main" }).text;
    expect(main).toMatch(/branch="main"/);
    for (const [piece, isIn] of [
      ["on main", true],
      ["on none", true],
      ["on feat", false],
      ["asked on feat", false],
      ["memory of feat", true],
    ] as const) {
      expect([piece, main.includes(piece)]).toEqual([piece, isIn]);
    }
    const all = buildInjection(app, { project: "app" }).text;
    expect(all).toContain("on feat (branch feat/x, O2)");
    expect(all).toContain("on main (branch main, O1)");
    expect(all).toContain("asked on feat");
  });

  it("recent work goes by time: history imported today does not hide yesterday's session", () => {
    const projectId = addProject(app, "app");
    const live = addSession(app, projectId);
    addObservations(app, [{ projectId, sessionId: live, title: "done yesterday", createdAt: app.now() - DAY }]);
    const old = addSession(app, projectId, { lastEventAt: app.now() - 300 * DAY });
    addObservations(
      app,
      Array.from({ length: 60 }, (_, n) => ({
        projectId,
        sessionId: old,
        title: `old ${n}`,
        createdAt: app.now() - 300 * DAY + n,
      })),
    );
    const { text } = buildInjection(app, { project: "app" });
    expect(text).toMatch(/yesterday\n- 12:00\+00:00 feature: done yesterday/);
    expect(text.indexOf("done yesterday")).toBeLessThan(text.indexOf("old 59"));
  });

  it("the digest tells each session once, with all of its turns", () => {
    const projectId = addProject(app, "app");
    const session = addSession(app, projectId);
    addSummaries(app, [
      { projectId, sessionId: session, turn: 1, request: "first turn" },
      { projectId, sessionId: session, turn: 2, request: "second turn" },
    ]);
    const { text } = buildInjection(app, { project: "app" });
    expect(text).toContain("asked: first turn. second turn");
    expect(text.match(/asked:/g)).toHaveLength(1);
  });

  it("E38: an alias flips the order of two equal memories", () => {
    const projectId = addProject(app, "web");
    addMemories(app, [
      { projectId, key: "aaa:a:b:c" },
      { projectId, key: "storefront:a:b:c" },
    ]);
    const order = () =>
      (buildInjection(app, { project: "web", preview: true }).text.match(/^- \[(\w+)/gm) ?? []).join();
    expect(order()).toBe("- [aaa,- [storefront");
    saveSettings(app, { inject_project_aliases: { web: "storefront" } });
    expect(order()).toBe("- [storefront,- [aaa");
  });

  it("E33: a thousand better memories of one prefix do not starve the others", () => {
    const projectId = addProject(app, "app");
    addMemories(
      app,
      Array.from({ length: 1_000 }, (_, n) => ({ projectId, key: `app:same:fact:t${n}`, importance: 9 })),
    );
    addMemories(app, [{ projectId, key: "app:rare:fact:it", value: "the rare one", importance: 1 }]);
    const { text } = buildInjection(app, { project: "app" });
    expect(text.match(/^- \[app:same/gm)).toHaveLength(3);
    expect(text).toContain("the rare one");
    expect(text).toMatch(/\n9\d\d more memories not injected/);
  });
});

describe("which project", () => {
  it("M39: a comma list takes several; a name with a comma is one project", () => {
    const [a, b, c] = [addProject(app, "a"), addProject(app, "b"), addProject(app, "x,y")];
    for (const [projectId, name] of [
      [a, "A"],
      [b, "B"],
      [c, "C"],
    ] as const)
      addMemories(app, [{ projectId, key: key(projectId), value: `memory ${name}` }]);
    const text = (project: string) => buildInjection(app, { project, preview: true }).text;
    expect(text("a, b")).toMatch(/project="a, b"[\s\S]*memory A[\s\S]*memory B/);
    expect(text("x,y")).toContain("memory C");
    expect(text("x,y")).not.toContain("memory A");
  });

  it("names the project and branch of a folder by its repository", () => {
    const folder = mkdtempSync(join(tmpdir(), "keepsake-repo-"));
    try {
      mkdirSync(join(folder, ".git", "objects"), { recursive: true });
      mkdirSync(join(folder, ".git", "refs"));
      mkdirSync(join(folder, "web"));
      writeFileSync(join(folder, ".git", "HEAD"), "ref: refs/heads/feat/x\n");
      writeFileSync(join(folder, ".git", "config"), '[remote "origin"]\n\turl = https://git.test/me/app.git\n');
      const projectId = addProject(app, "app", { key: "git:git.test/me/app", kind: "git_remote" });
      addMemories(app, [{ projectId, key: key(1), value: "of the repository" }]);
      addObservations(app, [{ projectId, branch: "main", title: "on main" }]);
      const answer = buildInjection(app, { cwd: join(folder, "web") });
      expect(answer).toMatchObject({ project: "app", branch: "feat/x", project_id: projectId });
      expect(answer.text).toContain("of the repository");
      expect(answer.text).not.toContain("on main");
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });

  it("an unknown project gets global memories and makes no project; a project that is off gets nothing", () => {
    addMemories(app, [{ projectId: 0, key: "me:style:b:c", value: "GLOBAL fact" }]);
    const folder = join(tmpdir(), "keepsake-nowhere", "shop");
    expect(buildInjection(app, { cwd: folder })).toMatchObject({ project_id: 0, project: basename(folder) });
    expect(buildInjection(app, { project: "nobody" }).text).toContain("GLOBAL fact");
    expect(app.sqlite.prepare("SELECT count(*) FROM projects").pluck().get()).toBe(0);
    addProject(app, "quiet", { mode: "off" });
    expect(buildInjection(app, { project: "name:quiet" })).toMatchObject({ id: 0, text: "" });
  });

  it("M39: neither project nor folder is an error", () => {
    expect(() => buildInjection(app, {})).toThrow(/project/);
    expect(() => buildInjection(app, { project: " ", cwd: "" })).toThrow(/project/);
  });
});

describe("what a block leaves behind", () => {
  it("E13: memories in full count as used, without an edit; listed ones and previews do not", () => {
    const projectId = addProject(app, "app");
    const [full, listed] = addMemories(app, [
      { projectId, key: key(1), updatedAt: app.now() - DAY },
      { projectId, key: key(2), tier: "reference" },
    ]) as [number, number];
    buildInjection(app, { project: "app", preview: true });
    expect(memoryOf(full)).toMatchObject({ accessCount: 0, lastAccessed: null });
    buildInjection(app, { project: "app" });
    test.clock.now += 1000;
    buildInjection(app, { project: "app" });
    expect(memoryOf(full)).toMatchObject({
      accessCount: 2,
      lastAccessed: app.now(),
      updatedAt: app.now() - 1000 - DAY,
      revision: 1,
    });
    expect(memoryOf(listed)).toMatchObject({ accessCount: 0, lastAccessed: null });
  });

  it("stores the block with its trace, tells the feed its number alone, and pages newest first", () => {
    const projectId = addProject(app, "app");
    const [id] = addMemories(app, [{ projectId, key: key(1), value: "a rare word: zebrafish", importance: 8 }]);
    const built = buildInjection(app, { project: "app", host: "claude-code", session: "s-1" });
    expect(built.text).toContain("zebrafish");
    const counts = { items: 1, told: 1, compared: 0, used: 0, use: "waiting" };
    expect(getInjection(app, built.id)).toEqual({ ...built, session_id: null, ...counts });
    expect(built).toMatchObject({
      chars: built.text.length,
      tokens: Math.ceil(built.text.length / 4),
      host: "claude-code",
      session: "s-1",
      event: "SessionStart",
    });
    expect(built.trace.filter((entry) => entry.type !== "frame")).toEqual([
      {
        layer: "scored",
        type: "memory",
        id,
        revision: 1,
        chars: expect.any(Number) as number,
        included: true,
        reason: "score 1.000",
        score: expect.closeTo(1, 5) as number,
        parts: { importance: 0.4, recency: 0.3, frequency: 0, relevance: 0.3 },
        tokens: 17,
        text: "- [app:topic1:fact:it] a rare word: zebrafish (fact, 2026-06-01, M1)",
        used: null,
        used_turn: null,
        used_at: null,
        overlap: null,
      },
    ]);
    const feed = activityAfter(app.db, 0, 10).filter((row) => row.kind === "injection.created");
    expect(feed).toMatchObject([{ project_id: projectId, entity_id: built.id }]);
    expect(JSON.stringify(feed)).not.toContain("zebrafish");
    buildInjection(app, { project: "app" });
    const first = listInjections(app, { limit: 1 });
    expect(first.items.map((item) => item.id)).toEqual([built.id + 1]);
    const second = listInjections(app, { limit: 1, cursor: first.nextCursor ?? "" });
    expect([second.items.map((item) => item.id), second.nextCursor]).toEqual([[built.id], null]);
    expect(() => listInjections(app, { limit: 1, cursor: "x" })).toThrow(/cursor/);
    expect(() => getInjection(app, 999)).toThrow(/no injection 999/);
  });

  it("keeps the newest blocks of a project and those of others", () => {
    const [app1, other] = [addProject(app, "app"), addProject(app, "other")];
    addMemories(app, [
      { projectId: app1, key: key(1) },
      { projectId: other, key: key(1) },
    ]);
    const kept = buildInjection(app, { project: "name:other" }).id;
    const insert = app.sqlite.prepare(
      "INSERT INTO injections(project_id, event, text, chars, created_at) VALUES (?, 'SessionStart', 'x', 1, 0)",
    );
    for (let n = 0; n < KEPT_PER_PROJECT; n++) insert.run(app1);
    const newest = buildInjection(app, { project: "name:app" }).id;
    const ids = app.db
      .select({ id: injections.id })
      .from(injections)
      .all()
      .map((row) => row.id);
    expect(ids).toHaveLength(KEPT_PER_PROJECT + 1);
    expect(ids).toContain(kept);
    expect(ids).toContain(newest);
    expect(ids).not.toContain(kept + 1);
  });

  it("I08: five blocks in a row make no row of evidence or memory", () => {
    const projectId = addProject(app, "app");
    addMemories(app, [{ projectId, key: key(1) }]);
    const count = () => [memories, observations, prompts].map((table) => app.db.select().from(table).all().length);
    const before = count();
    const texts = Array.from({ length: 5 }, () => buildInjection(app, { project: "app" }).text);
    expect(count()).toEqual(before);
    expect(new Set(texts).size).toBe(1);
    expect(texts[0]).toContain(key(1));
  });
});

describe("size", () => {
  it("I09: 5,000 memories, half Chinese with emoji, stay under the host's 10,000 characters, best first, and the rest is counted", () => {
    const projectId = addProject(app, "app");
    addMemories(
      app,
      Array.from({ length: 5_000 }, (_, n) => ({
        projectId,
        key: key(n),
        value:
          n % 2 === 0
            ? `部署之前要先在预发布环境跑完整的"回归测试"，第${n}条 👩‍💻`
            : `Always run the "regression" suite before deploying, rule ${n}`,
        tier: n % 50 === 0 ? ("pinned" as const) : n % 7 === 0 ? ("reference" as const) : ("normal" as const),
        importance: n === 3_333 ? 10 : (n % 9) + 0.5,
      })),
    );
    addObservations(
      app,
      Array.from({ length: 100 }, (_, n) => ({
        projectId,
        title: `做了第${n}件事 "quoted"`,
        createdAt: app.now() - n * 60_000,
      })),
    );
    saveSettings(app, { inject_max_chars: 10_000 });
    const { text } = buildInjection(app, { project: "app" });
    const stdout = JSON.stringify({ hookSpecificOutput: { hookEventName: "SessionStart", additionalContext: text } });
    expect(stdout.length).toBeLessThan(10_000);
    expect([...stdout].length).toBeLessThan(10_000);
    expect(text.split("## Memories\n")[1]?.startsWith("- [app:topic3333:")).toBe(true);
    const note = /\n(\d+) more memories not injected; a search finds them\.\n/.exec(text);
    const shown = (text.match(/\bM\d+\)$/gm) ?? []).length;
    expect(Number(note?.[1])).toBe(5_000 - shown);
    saveSettings(app, { inject_max_chars: null });
    expect(buildInjection(app, { project: "app" }).text.length).toBeLessThanOrEqual(8_000);
    expect(buildInjection(app, { project: "app", maxChars: 1_000 }).text.length).toBeLessThanOrEqual(1_000);
  });
});
