import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:net";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import * as status from "../../app/api/branch/status/route";
import * as toSwitch from "../../app/api/branch/switch/route";
import * as update from "../../app/api/branch/update/route";
import { activityAfter } from "../activity/query";
import type { App } from "../context";
import { write } from "../db/write";
import { ensureProject, identifyProject } from "../projects/service";
import { saveSettings } from "../settings/service";
import { git, makeRepo, tempFolder } from "../testing/git";
import { send } from "../testing/send";
import { openTestApp, type TestApp } from "../testing";
import { updateBranch } from "./service";

let test: TestApp;
let app: App;
let work: string;
let remote: string;
let repo: string;
beforeEach(async () => {
  test = await openTestApp();
  app = test.app;
  work = tempFolder();
  remote = makeRepo(join(work, "remote"));
  git(remote, "branch", "feature/cart");
  repo = join(work, "ours", "shop");
  mkdirSync(join(work, "ours"));
  git(work, "clone", "--quiet", remote, repo);
  saveSettings(app, { branch_roots: [join(work, "ours")], branch_watch: repo });
});
afterEach(async () => {
  await test.close();
  rmSync(work, { recursive: true, force: true });
});

const query = (place: Record<string, string>) => new URLSearchParams(place).toString();
const look = (place: Record<string, string> = {}) => send(status, "GET", { query: query(place) });
const move = (body: unknown) => send(toSwitch, "POST", { body });
const pull = (body: unknown = {}) => send(update, "POST", { body });
const commit = (folder: string, file: string, text = "x\n") => {
  writeFileSync(join(folder, file), text);
  git(folder, "add", ".");
  git(folder, "commit", "--quiet", "-m", `add ${file}`);
};
const head = (folder: string) => git(folder, "rev-parse", "HEAD");
const branchOf = (folder: string) => git(folder, "rev-parse", "--abbrev-ref", "HEAD");
const local = (...config: string[]) => git(repo, "config", ...config);
/** A program that leaves a trace when it runs. */
function trap(name: string): { program: string; ran: () => boolean } {
  const trace = join(work, `ran-${name}`);
  const program = join(work, `${name}.sh`);
  writeFileSync(program, `#!/bin/sh\ntouch '${trace}'\ncat\n`);
  chmodSync(program, 0o755);
  return { program, ran: () => existsSync(trace) };
}

describe("GET /api/branch/status", () => {
  it("M45: current branch, what it follows, and how far apart they are", async () => {
    expect((await look()).body).toEqual({
      current: "main",
      head: head(repo),
      remote: "origin/main",
      ahead: 0,
      behind: 0,
    });
    commit(repo, "ours.txt");
    commit(remote, "theirs.txt");
    commit(remote, "theirs2.txt");
    expect((await look()).body).toMatchObject({ ahead: 1, behind: 0 });
    git(repo, "fetch", "--quiet");
    expect((await look({ cwd: repo })).body).toMatchObject({ current: "main", ahead: 1, behind: 2 });
  });

  it("M45: a detached HEAD has no current branch and says its commit; a branch without an upstream follows none", async () => {
    git(repo, "checkout", "--quiet", "--detach");
    expect((await look()).body).toEqual({ current: null, head: head(repo), remote: null, ahead: 0, behind: 0 });
    git(repo, "switch", "--quiet", "-c", "own");
    expect((await look()).body).toMatchObject({ current: "own", remote: null });
    const empty = join(work, "ours", "empty");
    git(work, "init", "--quiet", "--initial-branch=trunk", empty);
    expect((await look({ cwd: empty })).body).toEqual({
      current: "trunk",
      head: null,
      remote: null,
      ahead: 0,
      behind: 0,
    });
  });

  it("M45: by the roots of a project; several checkouts of it ask which", async () => {
    const see = (cwd: string) => write(app, (tx) => ensureProject(tx, app.now(), identifyProject(app, { cwd })));
    const { name } = see(repo);
    saveSettings(app, { branch_watch: null });
    expect((await look({ project: name })).body).toMatchObject({ current: "main" });
    const second = join(work, "ours", "second");
    git(work, "clone", "--quiet", remote, second);
    see(second);
    expect((await look({ project: name })).status).toBe(409);
    expect((await look({ project: name, cwd: second })).status).toBe(200);
    expect((await look({ project: "nobody" })).status).toBe(404);
    expect((await look()).body).toMatchObject({ code: "conflict", hint: expect.stringContaining("branch_watch") });
  });

  it("M45: what is no checkout answers 409 with a message", async () => {
    const plain = join(work, "ours", "plain");
    mkdirSync(plain);
    mkdirSync(join(work, "ours", "fake", ".git"), { recursive: true });
    git(work, "clone", "--quiet", "--bare", remote, join(work, "ours", "bare.git"));
    for (const cwd of [plain, join(work, "ours", "fake"), join(work, "ours", "bare.git")]) {
      const { status: code, body } = await look({ cwd });
      expect([cwd, code, body.code]).toEqual([cwd, 409, "conflict"]);
      expect(body.error).toBe("That folder is no git checkout.");
    }
  });

  it("M45: paths with spaces, quotes and other scripts are paths", async () => {
    const odd = join(work, "ours", `my "shop"; touch x – 店 $(id)`);
    git(work, "clone", "--quiet", remote, odd);
    expect((await look({ cwd: odd })).body).toMatchObject({ current: "main", remote: "origin/main" });
    expect((await look({ cwd: "ours/shop" })).status).toBe(400);
    expect((await look({ cwd: "/a\0b" })).status).toBe(400);
  });
});

describe("the list of checkouts", () => {
  it("M45, M46, M47: a folder that is not on it answers 403 to every route, and git is not started there", async () => {
    const foreign = join(work, "foreign");
    git(work, "clone", "--quiet", remote, foreign);
    const { program, ran } = trap("fsmonitor");
    git(foreign, "config", "core.fsmonitor", program);
    symlinkSync(foreign, join(work, "ours", "link"));
    mkdirSync(join(foreign, "listed"));
    saveSettings(app, { branch_roots: [join(work, "ours"), join(foreign, "listed"), "relative", "/"] });
    // Foreign, missing, reached by a link, by dots, a listed folder within a foreign repository, a mere prefix of a name.
    const places = [
      foreign,
      join(work, "missing"),
      join(work, "ours", "link"),
      join(work, "ours", "..", "foreign"),
      join(foreign, "listed"),
      `${join(work, "ours")}-else`,
      "/",
    ];
    const before = readFileSync(join(foreign, ".git", "HEAD"), "utf8");
    for (const cwd of places) {
      const answers = [await look({ cwd }), await move({ cwd, branch: "feature/cart" }), await pull({ cwd })];
      expect([cwd, ...answers.map((answer) => answer.status)]).toEqual([cwd, 403, 403, 403]);
      expect(answers[0]?.body).toMatchObject({ ok: false, code: "forbidden" });
    }
    saveSettings(app, { branch_watch: foreign });
    expect((await look()).status).toBe(403);
    expect(readFileSync(join(foreign, ".git", "HEAD"), "utf8")).toBe(before);
    expect(ran()).toBe(false);
  });

  it("M45, M46: by default nothing is on it", async () => {
    saveSettings(app, { branch_roots: null });
    expect((await look()).status).toBe(403);
    expect((await move({ branch: "feature/cart" })).status).toBe(403);
  });

  it("M46: a listed folder that points at a foreign repository moves nothing there", async () => {
    const foreign = join(work, "foreign");
    git(work, "clone", "--quiet", remote, foreign);
    const pointer = join(work, "ours", "pointer");
    mkdirSync(pointer);
    writeFileSync(join(pointer, ".git"), `gitdir: ${join(foreign, ".git")}\n`);
    const elsewhere = join(work, "ours", "elsewhere");
    git(work, "clone", "--quiet", remote, elsewhere);
    git(elsewhere, "config", "core.worktree", foreign);
    const tree = join(work, "ours", "tree");
    git(foreign, "worktree", "add", "--quiet", tree, "-b", "tree");
    for (const cwd of [pointer, elsewhere, tree]) {
      expect([cwd, (await move({ cwd, branch: "feature/cart" })).status]).toEqual([cwd, 403]);
    }
    expect(branchOf(foreign)).toBe("main");
    saveSettings(app, { branch_roots: [join(work, "ours"), foreign] });
    expect((await look({ cwd: tree })).body).toMatchObject({ current: "tree" });
  });
});

describe("POST /api/branch/switch", () => {
  it("M46: to a local branch, and to a remote's branch, which is then followed", async () => {
    git(repo, "branch", "own");
    expect(await move({ branch: "own", unknown_field: 1 })).toMatchObject({ status: 200, body: { success: true } });
    expect(branchOf(repo)).toBe("own");
    expect((await move({ branch: "feature/cart", cwd: repo })).body).toEqual({ success: true });
    expect((await look()).body).toMatchObject({ current: "feature/cart", remote: "origin/feature/cart" });
    expect(activityAfter(app.db, 0, 100).filter((row) => row.kind === "branch.switched")).toHaveLength(2);
  });

  it("M46: a dirty checkout is left alone: changed, staged, new; ignored files do not count", async () => {
    const dirty: [string, () => void][] = [
      ["changed", () => writeFileSync(join(repo, "README.md"), "changed\n")],
      ["staged", () => git(repo, "add", ".")],
      ["new", () => (git(repo, "reset", "--quiet", "--hard"), writeFileSync(join(repo, "new.txt"), "new\n"))],
    ];
    for (const [name, make] of dirty) {
      make();
      const { status: code, body } = await move({ branch: "feature/cart" });
      expect([name, code, body.error]).toEqual([name, 409, "The checkout has changes that are not committed."]);
      expect((await pull()).status).toBe(409);
    }
    rmSync(join(repo, "new.txt"));
    writeFileSync(join(repo, ".git", "info", "exclude"), "*.log\n");
    writeFileSync(join(repo, "debug.log"), "kept\n");
    expect((await move({ branch: "feature/cart" })).status).toBe(200);
    expect(readFileSync(join(repo, "debug.log"), "utf8")).toBe("kept\n");
  });

  it("M46: an ignored file is not overwritten by a branch that has one of its name", async () => {
    git(remote, "switch", "--quiet", "-c", "with-log");
    commit(remote, "debug.log", "theirs\n");
    git(remote, "switch", "--quiet", "main");
    git(repo, "fetch", "--quiet");
    writeFileSync(join(repo, ".git", "info", "exclude"), "*.log\n");
    writeFileSync(join(repo, "debug.log"), "ours\n");
    expect((await move({ branch: "with-log" })).status).toBe(409);
    expect([branchOf(repo), readFileSync(join(repo, "debug.log"), "utf8")]).toEqual(["main", "ours\n"]);
  });

  it("M46: names that git refuses, options and abbreviations of other branches answer 400, unknown ones 404", async () => {
    git(repo, "branch", "own");
    git(repo, "switch", "--quiet", "own");
    const bad = ["--upload-pack=touch x", "-b", "-", "a..b", "a b", "a~1", "@{-1}", "x.lock", "", "a\nb", "/a", "a\\b"];
    for (const branch of bad) expect([branch, (await move({ branch })).status]).toEqual([branch, 400]);
    for (const branch of [null, 5, ["main"]]) expect((await move({ branch })).status).toBe(400);
    expect((await move({})).status).toBe(400);
    for (const branch of ["nowhere", "@", head(repo), "refs/heads/main", "origin/main"]) {
      expect([branch, (await move({ branch })).status]).toEqual([branch, 404]);
    }
    expect(branchOf(repo)).toBe("own");
  });

  it("M46: a branch of another worktree, a repository that git works in, and two remotes of one name answer 409", async () => {
    git(repo, "worktree", "add", "--quiet", join(work, "ours", "tree"), "-b", "tree");
    expect((await move({ branch: "tree" })).body).toMatchObject({
      code: "conflict",
      error: "That branch is checked out in another worktree.",
    });
    writeFileSync(join(repo, ".git", "index.lock"), "");
    expect((await move({ branch: "feature/cart" })).body.error).toBe("Another git command is at work there.");
    rmSync(join(repo, ".git", "index.lock"));
    git(repo, "remote", "add", "second", remote);
    git(repo, "fetch", "--quiet", "second");
    expect((await move({ branch: "feature/cart" })).body.error).toBe("Several remotes have a branch of that name.");
  });
});

describe("POST /api/branch/update", () => {
  it("M47: fetches and moves forward; says whether anything moved", async () => {
    expect((await pull()).body).toEqual({ success: true, updated: false });
    commit(remote, "theirs.txt");
    expect((await pull({ cwd: repo })).body).toEqual({ success: true, updated: true });
    expect([head(repo), existsSync(join(repo, "theirs.txt"))]).toEqual([head(remote), true]);
    expect(activityAfter(app.db, 0, 100).filter((row) => row.kind === "branch.updated")).toHaveLength(1);
  });

  it("M47: what has gone its own way, is detached or follows none stays where it is", async () => {
    commit(repo, "ours.txt");
    commit(remote, "theirs.txt");
    const before = head(repo);
    expect((await pull()).body).toMatchObject({ code: "conflict", error: expect.stringContaining("gone apart") });
    git(repo, "switch", "--quiet", "-c", "own");
    expect((await pull()).status).toBe(409);
    git(repo, "checkout", "--quiet", "--detach");
    expect((await pull()).status).toBe(409);
    expect(head(repo)).toBe(before);
  });

  it("M47: no other branch moves, whatever the remote's rules in the configuration say", async () => {
    git(repo, "branch", "feature/cart", "origin/feature/cart");
    local("--add", "remote.origin.fetch", "+refs/heads/*:refs/heads/*");
    const before = git(repo, "rev-parse", "feature/cart");
    git(remote, "switch", "--quiet", "feature/cart");
    commit(remote, "cart.txt");
    git(remote, "switch", "--quiet", "main");
    commit(remote, "theirs.txt");
    expect((await pull()).body).toEqual({ success: true, updated: true });
    expect(git(repo, "rev-parse", "feature/cart")).toBe(before);
  });

  it("M47: a remote that answers nothing is given up in time, and leaves git usable", async () => {
    const server: Server = createServer(() => undefined);
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const address = server.address();
    const port = typeof address === "object" ? (address?.port ?? 0) : 0;
    local("remote.origin.url", `http://user:hunter2secret@127.0.0.1:${port}/x.git`);
    await expect(updateBranch(app, {}, 300)).rejects.toMatchObject({ code: "not_ready" });
    server.close();
    expect((await look()).status).toBe(200);
    expect(existsSync(join(repo, ".git", "index.lock"))).toBe(false);
  });

  it("M47, X11: what git and a remote say never leaves: no path, no address, no password", async () => {
    local("remote.origin.url", "http://user:hunter2secret@127.0.0.1:1/x.git");
    const { status: code, text } = await pull();
    expect(code).toBe(409);
    for (const piece of ["hunter2secret", "127.0.0.1", work, "fatal"]) expect(text).not.toContain(piece);
    expect(readFileSync(join(test.home, "logs", "keepsake.log"), "utf8")).not.toContain("hunter2secret");
  });
});

describe("a hostile checkout", () => {
  it("M45, M46, M47: its hooks, its file watcher, its pager and its ssh do not run", async () => {
    const traps = ["fsmonitor", "hook", "pager", "ssh", "editor", "askpass"].map((name) => ({ name, ...trap(name) }));
    const [fsmonitor, hook, pager, ssh, editor, askpass] = traps.map(({ program }) => program);
    local("core.fsmonitor", fsmonitor ?? "");
    local("core.pager", pager ?? "");
    local("core.sshCommand", ssh ?? "");
    local("core.editor", editor ?? "");
    local("core.askPass", askpass ?? "");
    local("alias.status", `!${hook ?? ""}`);
    const hooks = ["post-checkout", "post-merge", "reference-transaction", "pre-merge-commit", "post-index-change"];
    for (const name of hooks) symlinkSync(hook ?? "", join(repo, ".git", "hooks", name));
    commit(remote, "theirs.txt");
    expect((await look()).status).toBe(200);
    expect((await pull()).body).toEqual({ success: true, updated: true });
    expect((await move({ branch: "feature/cart" })).status).toBe(200);
    local("branch.feature/cart.remote", "origin");
    local("remote.origin.url", "ssh://127.0.0.1:1/x.git");
    expect((await pull()).status).toBe(409);
    expect(traps.filter(({ ran }) => ran()).map(({ name }) => name)).toEqual([]);
  });

  it("M46, M47: filters and helpers of its own configuration are refused, also through an included file", async () => {
    const { program, ran } = trap("filter");
    writeFileSync(join(repo, ".git", "more"), `[filter "x"]\n\tsmudge = ${program}\n\tclean = ${program}\n`);
    writeFileSync(join(repo, ".git", "info", "attributes"), "* filter=x\n");
    const refuses = async () => [(await move({ branch: "feature/cart" })).status, (await pull()).status];
    local("include.path", join(repo, ".git", "more"));
    expect(await refuses()).toEqual([409, 409]);
    local("--unset", "include.path");
    for (const key of [
      "credential.helper",
      "credential.https://a.test.helper",
      "remote.origin.uploadpack",
      "lfs.customtransfer.x.path",
    ]) {
      local(key, program);
      expect([key, ...(await refuses())]).toEqual([key, 409, 409]);
      local("--unset", key);
    }
    expect((await look()).status).toBe(200);
    expect(ran()).toBe(false);
  });

  it("M47: addresses that run programs are not used, nor remotes that are options", async () => {
    const { program, ran } = trap("ext");
    local("remote.origin.url", `ext::${program}`);
    local("protocol.ext.allow", "always");
    expect((await pull()).body).toMatchObject({ code: "conflict", error: expect.stringContaining("kind") });
    local("branch.main.remote", `ext::${program}`);
    expect((await pull()).status).toBe(409);
    local("branch.main.remote", `--upload-pack=${program}`);
    expect((await pull()).status).toBe(409);
    expect(ran()).toBe(false);
  });

  it("M46: more new files than anybody reads are a dirty checkout, not a failure", async () => {
    for (let i = 0; i < 5000; i++) writeFileSync(join(repo, `${String(i).padStart(4, "0")}-${"x".repeat(240)}`), "");
    expect((await move({ branch: "feature/cart" })).body).toMatchObject({
      code: "conflict",
      error: "The checkout has changes that are not committed.",
    });
  });
});
