/** Test helper: real git repositories in temp folders. */
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A temp folder by its real path; the caller removes it. */
export const tempFolder = (): string => realpathSync(mkdtempSync(join(tmpdir(), "keepsake-git-")));

export function git(cwd: string, ...args: string[]): string {
  const settings = ["-c", "user.name=Test", "-c", "user.email=test@example.test", "-c", "protocol.file.allow=always"];
  return execFileSync("git", [...settings, ...args], {
    cwd,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "pipe"],
  }).trim();
}

/** `git init` with one commit on `main`, and an origin if one is given. */
export function makeRepo(path: string, origin?: string): string {
  mkdirSync(path, { recursive: true });
  git(path, "init", "--quiet", "--initial-branch=main");
  writeFileSync(join(path, "README.md"), "# test\n");
  git(path, "add", ".");
  git(path, "commit", "--quiet", "-m", "first");
  if (origin !== undefined) git(path, "remote", "add", "origin", origin);
  return path;
}
