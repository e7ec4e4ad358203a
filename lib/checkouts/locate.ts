/** The checkout that a request means. Nothing of a folder is run before it is known to be on the list; git's own view is checked after. */
import { dirname, isAbsolute } from "node:path";
import type { App } from "../context";
import type { CheckoutQuery } from "../contract/branch";
import { AppError } from "../contract/errors";
import { readRepository } from "../projects/git";
import { resolveProjects } from "../projects/service";
import { readSettings } from "../settings/service";
import { allowedRoots, expandHome, isWithin, realFolder } from "./allow-list";
import { type GitResult, runGit } from "./git";
import { rootsOfProjects } from "./roots-query";

/** What only reads the repository's own files ends within this. */
const ASK_MS = 10_000;

export interface Checkout {
  /** Real path of its top folder. */
  root: string;
  /** Runs git there; throws `not_ready` when it does not end in time (10 s unless told). */
  git(args: string[], timeout?: number): Promise<GitResult>;
}

/**
 * By `cwd`, else by the roots of `project`, else by `branch_watch`. Throws `forbidden` for a folder that is not on the
 * list or does not exist, `conflict` where there is no checkout, none is named or several could be meant, `not_found`
 * for an unknown project.
 */
export async function locateCheckout(app: App, asked: CheckoutQuery): Promise<Checkout> {
  const allowed = allowedRoots(app);
  const root = repositoryRoot(chooseFolder(app, asked, allowed), allowed);
  const git = async (args: string[], timeout = ASK_MS): Promise<GitResult> => {
    const result = await runGit({ env: app.env, folder: root, ceiling: dirname(root), timeout }, args);
    if (result === null) throw tooSlow(timeout);
    if (/\bENOENT\b/.test(result.err) && result.code < 0) throw noGit();
    return result;
  };
  await requireOwnView(git, allowed);
  return { root, git };
}

function chooseFolder(app: App, { cwd, project }: CheckoutQuery, allowed: string[]): string {
  if (cwd !== undefined) {
    if (!isAbsolute(cwd)) {
      throw new AppError("validation_failed", "cwd must be an absolute path.", {
        details: [{ path: "cwd", message: "must be an absolute path" }],
      });
    }
    return requireAllowed(cwd, allowed);
  }
  if (project !== undefined) return folderOfProject(app, project, allowed);
  const watched = readSettings(app).branch_watch;
  if (watched === null) {
    throw new AppError("conflict", "No checkout was named, and none is watched.", {
      hint: "Send cwd or project, or set branch_watch.",
    });
  }
  return requireAllowed(expandHome(watched), allowed);
}

function requireAllowed(path: string, allowed: string[]): string {
  const real = realFolder(path);
  if (real === null || !isWithin(real, allowed)) throw notListed();
  return real;
}

function folderOfProject(app: App, ref: string, allowed: string[]): string {
  const projects = resolveProjects(app, ref);
  if (projects.length === 0) {
    throw new AppError("not_found", "There is no such project.", { hint: "GET /api/projects lists them." });
  }
  const ids = projects.map(({ id }) => id);
  const folders = rootsOfProjects(app.db, ids)
    .map(realFolder)
    .filter((path) => path !== null)
    .filter((path) => isWithin(path, allowed));
  if (folders.length === 0) throw notListed();
  const roots = new Set(folders.map((folder) => readRepository(folder)?.root ?? null).filter((root) => root !== null));
  if (roots.size > 1) {
    throw new AppError("conflict", "That project has several checkouts here.", { hint: "Send cwd to say which." });
  }
  return [...roots][0] ?? folders[0] ?? "";
}

/** By its files alone: git has not been started yet. */
function repositoryRoot(folder: string, allowed: string[]): string {
  const found = readRepository(folder);
  if (found === null) throw noCheckout();
  const root = realFolder(found.root);
  // The folder is on the list, the repository around it need not be.
  if (root === null || !isWithin(root, allowed)) throw notListed();
  return root;
}

/** A `.git` file or `core.worktree` may point anywhere: what git would move must lie on the list as well. */
async function requireOwnView(git: Checkout["git"], allowed: string[]): Promise<void> {
  const paths = ["--show-toplevel", "--git-dir", "--git-common-dir"];
  const { code, out } = await git(["rev-parse", "--path-format=absolute", ...paths]);
  const lines = out.split("\n").slice(0, -1);
  if (code !== 0 || lines.length !== paths.length) throw noCheckout();
  for (const line of lines) {
    const real = realFolder(line);
    if (real === null || !isWithin(real, allowed)) {
      throw notListed("A worktree or submodule needs its main repository on the list too.");
    }
  }
}

const notListed = (hint = "Add the checkout to the setting branch_roots, and send a path that exists."): AppError =>
  new AppError("forbidden", "That folder is not on the list of checkouts.", { hint });

const noCheckout = (): AppError =>
  new AppError("conflict", "That folder is no git checkout.", { hint: "Name a folder with a work tree of git." });

const noGit = (): AppError =>
  new AppError("not_ready", "git was not found.", { hint: "Install git, and start Keepsake where it is on the PATH." });

const tooSlow = (timeout: number): AppError =>
  new AppError("not_ready", `git did not end within ${timeout / 1000} s and was ended.`, {
    hint: "Check that the remote can be reached from a shell, then try again.",
  });
