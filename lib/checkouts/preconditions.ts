/** What must hold before a checkout is moved. */
import { AppError } from "../contract/errors";
import type { Checkout } from "./locate";

/** Every file is looked at, perhaps on a slow disk. */
const STATUS_MS = 30_000;

/** Nothing changed, staged, added or in the middle of a merge. Ignored files do not count; git is told not to overwrite them. */
export async function requireClean(git: Checkout["git"]): Promise<void> {
  const options = ["--porcelain", "-z", "--untracked-files=normal", "--ignore-submodules=dirty"];
  const status = await git(["status", ...options], STATUS_MS);
  if (status.code === 0 && status.out === "" && !status.isCut) return;
  if (status.code !== 0 && !status.isCut) {
    throw new AppError("conflict", "git could not tell whether the checkout is clean.", {
      hint: "Run `git status` there.",
    });
  }
  throw new AppError("conflict", "The checkout has changes that are not committed.", {
    hint: "Commit or stash them, then try again.",
  });
}

/** Keys by which a repository's own configuration makes git, or Git LFS, run a program, and which runGit does not overrule. */
const PROGRAMS =
  /^(?:filter\..*\.(?:clean|smudge|process)|lfs\.(?:.*\.)?(?:path|clean|smudge|standalonetransferagent)|credential\.(?:.*\.)?helper|remote\..*\.(?:vcs|uploadpack)|core\.alternaterefscommand|hook\..*\.command)$/;

/**
 * The checkout's own configuration names no program: it may have come with a downloaded folder, and a request must not run
 * it. What the user configured for all repositories (Git LFS, a credential helper) does run.
 */
export async function requireQuiet(git: Checkout["git"]): Promise<void> {
  const { code, out, isCut } = await git(["config", "--list", "--show-scope", "--name-only", "-z", "--includes"]);
  const fields = out.split("\0");
  const isOwn = (scope: string | undefined): boolean => scope === "local" || scope === "worktree";
  const named = fields.some((key, at) => at % 2 === 1 && isOwn(fields[at - 1]) && PROGRAMS.test(key));
  if (code === 0 && !isCut && !named) return;
  throw new AppError("conflict", "The checkout's own git configuration names programs to run.", {
    hint: "Filters, helpers and drivers in .git/config are not run by request; use git itself here.",
  });
}
