/** Where hooks file what happens: real repositories of every kind, written and read by one rule (J01–J14). */
import { mkdirSync, renameSync, rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { buildInjection } from "../inject/service";
import { createMemory } from "../memories/service";
import { openTestApp, type TestApp } from "../testing";
import { git, makeRepo, tempFolder } from "../testing/git";
import { takeHook } from "./hook-service";
import { bash, column } from "./testing";

let test: TestApp;
let work: string;
let next = 0;
beforeEach(async () => {
  test = await openTestApp();
  work = tempFolder();
});
afterEach(async () => {
  await test.close();
  rmSync(work, { recursive: true, force: true });
});

const folder = (...names: string[]): string => {
  const path = join(work, ...names);
  mkdirSync(path, { recursive: true });
  return path;
};
/** A tool that ran there, in a session of its own unless one is named. */
const act = async (cwd: string, text: string, session = `s-${++next}`): Promise<void> => {
  // What a folder is gets remembered for a moment.
  test.clock.now += 11_000;
  await takeHook(test.app, "claude-code", {
    ...bash(text).payload,
    session_id: session,
    cwd,
    hook_event_name: "PostToolUse",
  });
};
const projects = (): unknown[] =>
  column(test.app, "SELECT name FROM projects WHERE id IN (SELECT project_id FROM events) ORDER BY id");
const filed = (): unknown[] =>
  column(
    test.app,
    "SELECT p.name || ' ' || coalesce(e.branch, '-') || ' ' || e.text FROM events e JOIN projects p ON p.id = e.project_id ORDER BY e.id",
  );
/** What a session that begins there is told. */
const told = async (cwd: string): Promise<string> => {
  test.clock.now += 11_000;
  const start = { session_id: `s-${++next}`, cwd, hook_event_name: "SessionStart", source: "startup" };
  return JSON.stringify((await takeHook(test.app, "claude-code", start)).reply);
};
const remember = (project: string, value: string): void =>
  void createMemory(
    test.app,
    { key: `${project}:rule:main:${++next}`, value, project, importance: 9, attribute: "convention", tier: "pinned" },
    { actor: { kind: "person", name: "test" } },
  );

describe("repositories", () => {
  it("J01: a session at the root stays one project when a tool runs below; one that begins below sees its memory", async () => {
    const mono = makeRepo(join(work, "mono"));
    const web = folder("mono", "apps", "web");
    await act(mono, "ROOT-J01", "s-mono");
    await act(web, "SUB-J01", "s-mono");
    expect(filed()).toEqual(["mono main ROOT-J01", "mono main SUB-J01"]);
    remember("mono", "MONO-RULE holds in every folder.");
    expect(await told(web)).toContain("MONO-RULE");
    expect(await told(mono)).toContain("MONO-RULE");
  });

  it("J02: worktrees belong to the main repository, with their branch, also when they are gone", async () => {
    const app = makeRepo(join(work, "app"));
    const inside = join(app, ".claude", "worktrees", "calm-fox");
    const beside = join(work, "wt-hotfix");
    git(app, "worktree", "add", "--quiet", "-b", "calm-fox", inside);
    git(app, "worktree", "add", "--quiet", "-b", "hotfix", beside);
    await act(inside, "WT-J02");
    await act(beside, "HOTFIX-J02");
    git(app, "worktree", "remove", "--force", inside);
    rmSync(beside, { recursive: true });
    await act(app, "MAIN-J02");
    await act(beside, "GONE-J02");
    expect(projects()).toEqual(["app"]);
    expect(filed().slice(0, 3)).toEqual(["app calm-fox WT-J02", "app hotfix HOTFIX-J02", "app main MAIN-J02"]);
    remember("app", "APP-RULE holds in worktrees.");
    expect(await told(app)).toContain("APP-RULE");
  });

  it("J04: two repositories below one folder are two projects, also within one session", async () => {
    const code = folder("code");
    makeRepo(join(code, "repo-a"));
    makeRepo(join(code, "repo-b"));
    await act(join(code, "repo-a"), "A-J04", "s-code");
    await act(join(code, "repo-b"), "B-J04", "s-code");
    expect(filed()).toEqual(["repo-a main A-J04", "repo-b main B-J04"]);
  });

  it("a submodule is a project of its own; a detached HEAD is still of its repository", async () => {
    const part = makeRepo(join(work, "part"));
    const whole = makeRepo(join(work, "whole"));
    git(whole, "submodule", "add", "--quiet", part, "libs/part");
    await act(join(whole, "libs", "part"), "PART");
    await act(whole, "WHOLE");
    git(whole, "commit", "--quiet", "--all", "-m", "second");
    git(whole, "checkout", "--quiet", "--detach");
    await act(whole, "DETACHED");
    expect(projects()).toHaveLength(2);
    const [, second, third] = filed();
    expect(second).toBe("whole main WHOLE");
    expect(third).toMatch(/^whole detached\S* DETACHED$/);
  });

  it("two clones of one remote are one project, and a repository that was moved stays itself by its remote", async () => {
    const origin = "https://github.com/acme/shop.git";
    const one = makeRepo(join(work, "one"), origin);
    const two = makeRepo(join(work, "two"), "git@github.com:acme/shop.git");
    await act(one, "ONE");
    await act(two, "TWO");
    renameSync(one, join(work, "renamed"));
    await act(join(work, "renamed"), "MOVED");
    expect(projects()).toHaveLength(1);
    expect(filed().map((row) => String(row).split(" ")[0])).toEqual(["shop", "shop", "shop"]);
  });

  it("J09: a symlink and its real path are one project", async () => {
    makeRepo(join(work, "real"));
    symlinkSync(join(work, "real"), join(work, "link"));
    await act(join(work, "link"), "LINK");
    await act(join(work, "real"), "REAL");
    expect(filed()).toEqual(["real main LINK", "real main REAL"]);
  });
});

describe("folders", () => {
  it("J05: a drive in either slash is one project by its last segment; network shares are taken", async () => {
    await act("D:\\My DATA\\Project", "one");
    await act("d:/My DATA/Project", "two");
    await act("\\\\srv\\share\\Project2", "three");
    await act("\\\\wsl$\\Ubuntu\\home\\dev\\Project3", "four");
    expect(projects()).toEqual(["Project", "Project2", "Project3"]);
  });

  it("J07: the top of the file system has a name, and takes no other project in", async () => {
    await act("/", "R-J07");
    await act(folder("plain"), "PLAIN");
    const names = projects().map(String);
    expect(names).toHaveLength(2);
    expect(names[0]).not.toBe("");
    expect(names[1]).toBe("plain");
    remember("plain", "PLAIN-RULE is of the folder alone.");
    expect(await told("/")).not.toContain("PLAIN-RULE");
  });

  it("J10: names in any script are shown as they are, composed or not", async () => {
    await act(folder("项目甲"), "one");
    await act(folder("Café"), "two");
    await act(join(work, "Cafe\u0301"), "three");
    expect(projects()).toEqual(["项目甲", "Café"]);
  });

  it("J12: a branch with the signs of an address stays as it is, and so do names that look like paths", async () => {
    const odd = {
      ...bash("x").payload,
      session_id: "s-odd",
      cwd: folder("app"),
      hook_event_name: "PostToolUse",
      gitBranch: "feature/a?b#c%20d",
    };
    await takeHook(test.app, "claude-code", odd);
    expect(filed()).toEqual(["app feature/a?b#c%20d x"]);
    for (const name of ["team/app 100% #1", "项目/甲", ".."]) remember(name, `A rule of ${name}.`);
    expect(
      column(test.app, "SELECT name FROM projects WHERE name IN ('team/app 100% #1', '项目/甲', '..') ORDER BY id"),
    ).toEqual(["team/app 100% #1", "项目/甲", ".."]);
  });

  it("J13: a session id is no path, whatever is in it; one that is far too long is refused", async () => {
    await act(folder("app"), "x", "../../../outside/pwned-J13");
    await act(folder("app"), "y", "a/b\\c:d\u0000e");
    await expect(act(folder("app"), "z", "z".repeat(3000))).rejects.toThrow(/300/);
    expect(column(test.app, "SELECT host_session_id FROM sessions ORDER BY id")).toEqual([
      "../../../outside/pwned-J13",
      "a/b\\c:d\ufffde",
    ]);
  });

  it("J14: spellings of one folder are one project", async () => {
    const app = folder("app");
    folder("x");
    for (const cwd of [`${app}/`, app.replace("/app", "//app"), join(work, "x") + "/../app", `${app} `, app])
      await act(cwd, cwd);
    expect(projects()).toEqual(["app"]);
  });

  it("C57: a session that begins right after a checkout is of the branch that was checked out, its block too", async () => {
    const app = makeRepo(join(work, "app"));
    await act(app, "x");
    git(app, "checkout", "--quiet", "-b", "next");
    remember("app", "The cart lives in Redis.");
    const start = { session_id: "s-next", cwd: app, hook_event_name: "SessionStart", source: "startup" };
    const { print } = await takeHook(test.app, "claude-code", start);
    expect(column(test.app, "SELECT branch FROM sessions ORDER BY id")).toEqual(["main", "next"]);
    expect(print).toMatch(/\bnext\b/);
    git(app, "checkout", "--quiet", "-b", "later");
    expect(buildInjection(test.app, { cwd: app }).text).toMatch(/\blater\b/);
  });

  it("K03: a tool before any start makes the session, and what comes later joins it", async () => {
    const cwd = folder("app");
    await act(cwd, "ORPHAN-K03", "s-new");
    await takeHook(test.app, "claude-code", {
      session_id: "s-new",
      cwd,
      hook_event_name: "UserPromptSubmit",
      prompt: "later prompt",
    });
    await takeHook(test.app, "claude-code", {
      session_id: "s-new",
      cwd,
      hook_event_name: "SessionStart",
      source: "resume",
    });
    expect(column(test.app, "SELECT host_session_id FROM sessions")).toEqual(["s-new"]);
    expect(column(test.app, "SELECT text FROM events UNION ALL SELECT text FROM prompts")).toEqual([
      "ORPHAN-K03",
      "later prompt",
    ]);
  });
});
