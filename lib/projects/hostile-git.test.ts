import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { openTestApp, type TestApp } from "../testing";
import { tempFolder } from "../testing/git";
import { identifyProject } from "./service";

const TOKEN = ["ghp", "Zk3QpL9vXw2RtY7uBn5McD8sFg1HjK4aEe6T"].join("_");

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

function repository(name: string, files: Record<string, string>): string {
  const gitDir = join(work, name, ".git");
  for (const folder of ["objects", "refs"]) mkdirSync(join(gitDir, folder), { recursive: true });
  for (const [file, text] of Object.entries({ HEAD: "ref: refs/heads/main\n", ...files }))
    writeFileSync(join(gitDir, file), text);
  return join(work, name);
}

it("invariant 2: a token in a remote's path or a branch's name does not become key or branch", () => {
  const cwd = repository("app", {
    HEAD: `ref: refs/heads/fix-${TOKEN}\n`,
    config: `[remote "origin"]\n\turl = https://git.example.com/${TOKEN}/app.git\n`,
  });
  const identity = JSON.stringify(identifyProject(test.app, { cwd }));
  expect(identity).toContain("git.example.com");
  expect(identity.toLowerCase()).not.toContain(TOKEN.toLowerCase());
});

it("a pointer to the common directory that is no path is not followed", () => {
  const cwd = repository("long", { commondir: ".".repeat(100_000) });
  const { key, name } = identifyProject(test.app, { cwd });
  expect(name).toBe("long");
  expect(key.length).toBeLessThan(5000);
});
