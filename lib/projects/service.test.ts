import { execFileSync } from "node:child_process";
import { mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { write } from "../db/write";
import { openTestApp, type TestApp } from "../testing";
import { git, makeRepo, tempFolder } from "../testing/git";
import { getProject, listProjects } from "./query";
import { ensureProject, findProject, identifyProject, type ProjectRow, resolveProjects, type Where } from "./service";

let test: TestApp;
let work: string;

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
const ensure = (where: Where): ProjectRow => {
  test.clock.now += 11_000;
  return write(test.app, (tx) => ensureProject(tx, test.clock.now, identifyProject(test.app, where)));
};

describe("repositories", () => {
  it("J01: a subfolder of a repository belongs to the repository", () => {
    const mono = makeRepo(join(work, "mono"));
    const web = folder("mono", "apps", "web");
    expect(ensure({ cwd: web }).id).toBe(ensure({ cwd: mono }).id);
    expect(listProjects(test.app.db).map((project) => project.name)).toEqual(["mono"]);
  });

  it("J02: worktrees, also below .claude, belong to the main repository, and still do when they are gone", () => {
    const app = makeRepo(join(work, "app"));
    const inside = join(app, ".claude", "worktrees", "calm-fox");
    const beside = join(work, "wt-hotfix");
    git(app, "worktree", "add", "--quiet", "-b", "calm", inside);
    git(app, "worktree", "add", "--quiet", "-b", "hotfix", beside);
    const main = ensure({ cwd: app });
    expect(ensure({ cwd: inside }).id).toBe(main.id);
    expect(ensure({ cwd: beside }).id).toBe(main.id);
    expect(identifyProject(test.app, { cwd: inside }).branch).toBe("calm");
    expect(identifyProject(test.app, { cwd: beside }).branch).toBe("hotfix");
    expect(identifyProject(test.app, { cwd: app }).branch).toBe("main");
    rmSync(inside, { recursive: true });
    rmSync(beside, { recursive: true });
    expect(ensure({ cwd: inside }).id).toBe(main.id);
    expect(ensure({ cwd: join(beside, "src") }).id).toBe(main.id);
    expect(listProjects(test.app.db)).toHaveLength(1);
  });

  it("a worktree of a bare repository is called by the repository", () => {
    makeRepo(join(work, "seed"));
    git(work, "clone", "--quiet", "--bare", "seed", "store.git");
    git(join(work, "store.git"), "remote", "remove", "origin");
    git(join(work, "store.git"), "worktree", "add", "--quiet", join(work, "tree"), "main");
    expect(ensure({ cwd: join(work, "tree") })).toMatchObject({ name: "store", kind: "git_repo" });
  });

  it("a submodule is its own project", () => {
    const lib = makeRepo(join(work, "lib"), "https://example.com/team/lib.git");
    const app = makeRepo(join(work, "app"), "https://example.com/team/app.git");
    git(app, "submodule", "--quiet", "add", lib, "vendor/lib");
    git(join(app, "vendor", "lib"), "remote", "set-url", "origin", "https://example.com/team/lib.git");
    expect(ensure({ cwd: join(app, "vendor", "lib") }).key).toBe("git:example.com/team/lib");
    expect(ensure({ cwd: app }).key).toBe("git:example.com/team/app");
  });

  it("two clones of one remote are one project, by ssh or https", () => {
    const one = ensure({ cwd: makeRepo(join(work, "one"), "git@example.com:team/shop.git") });
    const two = ensure({ cwd: makeRepo(join(work, "two"), "https://u:p@Example.com/team/shop") });
    expect(two.id).toBe(one.id);
    expect(one).toMatchObject({ key: "git:example.com/team/shop", name: "shop", kind: "git_remote" });
    expect(getProject(test.app.db, one.id)?.roots).toEqual([join(work, "one"), join(work, "two")]);
  });

  it("clones of a local repository belong to it", () => {
    const origin = makeRepo(join(work, "origin"));
    git(work, "clone", "--quiet", "origin", "copy");
    expect(ensure({ cwd: join(work, "copy") }).id).toBe(ensure({ cwd: origin }).id);
  });

  it("repositories of the same folder name are two projects, and the shared name means both", () => {
    const a = ensure({ cwd: makeRepo(join(work, "a", "app")) });
    const b = ensure({ cwd: makeRepo(join(work, "b", "app")) });
    expect(a.id).not.toBe(b.id);
    expect(
      resolveProjects(test.app, "APP")
        .map((project) => project.id)
        .sort(),
    ).toEqual([a.id, b.id].sort());
    expect(resolveProjects(test.app, a.key).map((project) => project.id)).toEqual([a.id]);
  });

  it("names a detached HEAD by its commit", () => {
    const app = makeRepo(join(work, "app"));
    const sha = git(app, "rev-parse", "HEAD");
    git(app, "checkout", "--quiet", "--detach");
    expect(identifyProject(test.app, { cwd: app }).branch).toBe(`detached-${sha.slice(0, 8)}`);
  });

  it("J09: a symlink and its real path are one project", () => {
    const real = makeRepo(join(work, "real"));
    symlinkSync(real, join(work, "link"));
    expect(ensure({ cwd: join(work, "link") }).id).toBe(ensure({ cwd: real }).id);
    expect(listProjects(test.app.db)).toHaveLength(1);
  });

  it("reads neither a broken git file, nor a pipe in its place, as a repository", () => {
    const app = folder("app");
    writeFileSync(join(app, ".git"), "gitdir: ../nowhere\n");
    expect(ensure({ cwd: app }).kind).toBe("folder");
    const pipe = folder("pipe", ".git");
    writeFileSync(join(pipe, "HEAD"), "ref: refs/heads/main\n");
    execFileSync("mkfifo", [join(pipe, "config"), join(pipe, "commondir")]);
    expect(ensure({ cwd: join(work, "pipe") }).name).toBe("pipe");
  });
});

describe("folders that change", () => {
  it("a folder that becomes a repository, and then gains a remote, keeps its project", () => {
    const app = folder("app");
    const before = ensure({ cwd: app });
    makeRepo(app);
    const repo = ensure({ cwd: app });
    git(app, "remote", "add", "origin", "git@example.com:team/app.git");
    const remote = ensure({ cwd: app });
    expect([repo.id, remote.id]).toEqual([before.id, before.id]);
    expect(remote).toMatchObject({ key: "git:example.com/team/app", kind: "git_remote" });
    expect(resolveProjects(test.app, "example.com/team/app").map((project) => project.id)).toEqual([before.id]);
  });

  it("another remote in a reused folder is another project", () => {
    const app = makeRepo(join(work, "app"), "git@example.com:team/one.git");
    const one = ensure({ cwd: app });
    git(app, "remote", "set-url", "origin", "git@example.com:team/two.git");
    expect(ensure({ cwd: app }).id).not.toBe(one.id);
  });

  it("a clone that finds its remote's project leaves its own to be looked at", () => {
    const known = ensure({ cwd: makeRepo(join(work, "one"), "git@example.com:team/shop.git") });
    const late = makeRepo(join(work, "two"));
    const own = ensure({ cwd: late });
    git(late, "remote", "add", "origin", "git@example.com:team/shop.git");
    expect(ensure({ cwd: late }).id).toBe(known.id);
    expect(getProject(test.app.db, own.id)?.needs_review).toBe(true);
  });

  it("remembers an answer for ten seconds only", () => {
    const app = makeRepo(join(work, "app"));
    expect(identifyProject(test.app, { cwd: app }).branch).toBe("main");
    git(app, "checkout", "--quiet", "-b", "next");
    expect(identifyProject(test.app, { cwd: app }).branch).toBe("main");
    test.clock.now += 10_000;
    expect(identifyProject(test.app, { cwd: app }).branch).toBe("next");
  });

  it("a renamed folder of a repository without remote is found by its new place only", () => {
    const app = makeRepo(join(work, "app"));
    const before = ensure({ cwd: app });
    renameSync(app, join(work, "renamed"));
    expect(ensure({ cwd: join(work, "renamed") }).id).not.toBe(before.id);
  });
});

describe("folders without git", () => {
  it("J14: spellings of one folder are one project", () => {
    const app = folder("app");
    const ids = [app, `${app}/`, app.replace("/app", "//app"), join(work, "x") + "/../app", `${app} `].map(
      (cwd) => ensure({ cwd }).id,
    );
    expect(new Set(ids).size).toBe(1);
  });

  it("J05: Windows and network paths are projects by their text", () => {
    const ids = ["D:\\My DATA\\Project", "d:/My DATA/Project"].map((cwd) => ensure({ cwd }).id);
    ensure({ cwd: "\\\\srv\\share\\Project2", sessionCwd: "D:\\My DATA\\Project" });
    expect(ids[0]).toBe(ids[1]);
    expect(
      listProjects(test.app.db)
        .map((project) => project.name)
        .sort(),
    ).toEqual(["Project", "Project2"]);
  });

  it("J07: the root folder has a name and takes nothing else in", () => {
    const root = ensure({ cwd: "/" });
    const app = ensure({ cwd: folder("app"), sessionCwd: "/" });
    const gone = ensure({ cwd: "/w/elsewhere", sessionCwd: "/" });
    expect(root.name).toBe("root");
    expect(new Set([root.id, app.id, gone.id]).size).toBe(3);
  });

  it("J10: names in any script are kept", () => {
    for (const cwd of ["/w/项目甲", "/w/Caf\u00e9", "/w/Cafe\u0301"]) ensure({ cwd });
    expect(
      listProjects(test.app.db)
        .map((project) => project.name)
        .sort(),
    ).toEqual(["Caf\u00e9", "项目甲"]);
  });

  it("J01: a folder below the session's first one belongs to that one, here or on another machine", () => {
    const plain = folder("plain");
    const sub = folder("plain", "src");
    expect(ensure({ cwd: sub, sessionCwd: plain }).id).toBe(ensure({ cwd: plain }).id);
    const far = ensure({ cwd: "/Users/dev/code/cli" });
    expect(ensure({ cwd: "/Users/dev/code/cli/web", sessionCwd: "/Users/dev/code/cli" }).id).toBe(far.id);
    expect(ensure({ cwd: "/Users/dev/code/cli-two", sessionCwd: "/Users/dev/code/cli" }).id).not.toBe(far.id);
  });

  it("repositories below a plain folder are projects of their own", () => {
    const code = folder("code");
    const a = ensure({ cwd: makeRepo(join(code, "repo-a")), sessionCwd: code });
    const b = ensure({ cwd: makeRepo(join(code, "repo-b")), sessionCwd: code });
    expect([a.name, b.name]).toEqual(["repo-a", "repo-b"]);
  });
});

describe("names", () => {
  it("a name finds the project that answers to it, else makes one", () => {
    const app = ensure({ cwd: folder("app") });
    expect(ensure({ project: "App" }).id).toBe(app.id);
    expect(ensure({ project: app.key }).id).toBe(app.id);
    const named = ensure({ project: "Acpt-Probe" });
    expect(named).toMatchObject({ key: "name:acpt-probe", name: "Acpt-Probe", kind: "name" });
    expect(ensure({ project: "acpt-probe" }).id).toBe(named.id);
  });

  it("the first folder of a name that was only written to becomes that project", () => {
    const named = ensure({ project: "app" });
    const cwd = makeRepo(join(work, "app"));
    expect(findProject(test.app.db, identifyProject(test.app, { cwd }))?.id).toBe(named.id);
    expect(ensure({ cwd })).toMatchObject({ id: named.id, kind: "git_repo" });
    expect(ensure({ cwd: makeRepo(join(work, "other", "app")) }).id).not.toBe(named.id);
  });

  it("a name given beside a folder becomes a further name", () => {
    const app = ensure({ cwd: folder("app"), project: "Storefront" });
    expect(app.name).toBe("app");
    expect(resolveProjects(test.app, "storefront").map((project) => project.id)).toEqual([app.id]);
  });

  it("neither folder nor name is the project unknown, marked for review", () => {
    expect(ensure({})).toMatchObject({ key: "unknown", name: "unknown", needsReview: true });
    expect(ensure({ cwd: "not/absolute" }).id).toBe(ensure({}).id);
  });

  it("J12: names with separators and dots are names", () => {
    for (const project of ["team/app 100% #1", "项目/甲", ".."]) {
      expect(ensure({ project }).name).toBe(project);
      expect(resolveProjects(test.app, project)).toHaveLength(1);
    }
  });

  it("finds nothing for an empty or unknown reference", () => {
    expect(resolveProjects(test.app, " ")).toEqual([]);
    expect(resolveProjects(test.app, "nobody")).toEqual([]);
  });
});
