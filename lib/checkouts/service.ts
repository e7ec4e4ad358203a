/** Branches of the checkouts on the list: look, switch, move forward (M45–M47). Never forces, never merges, never takes local work along. */
import { appendActivity } from "../activity/repo";
import type { App } from "../context";
import type { BranchStatus, BranchSwitch, BranchSwitched, BranchUpdated, CheckoutQuery } from "../contract/branch";
import { AppError } from "../contract/errors";
import { write } from "../db/write";
import { type Checkout, locateCheckout } from "./locate";
import { requireClean, requireQuiet } from "./preconditions";
import { refused } from "./refused";

/** A fetch that takes longer hangs. */
const FETCH_MS = 30_000;
/** Many files may have to be written; ending that halfway would leave them mixed. */
const MOVE_MS = 120_000;

/** M45. A detached HEAD has `current: null`. Numbers are as of the last fetch: nothing is asked of the remote. */
export async function branchStatus(app: App, asked: CheckoutQuery): Promise<BranchStatus> {
  const { git } = await locateCheckout(app, asked);
  const { name, head, upstream } = await readBranch(git);
  return {
    current: name,
    head,
    remote: upstream?.short ?? null,
    ahead: upstream?.ahead ?? 0,
    behind: upstream?.behind ?? 0,
  };
}

/**
 * M46. To a local branch, else to a new one that follows the only remote's branch of that name. Throws
 * `validation_failed` for what git refuses as a name, `not_found` for an unknown branch, `conflict` for a dirty checkout
 * and for whatever git refuses.
 */
export async function switchBranch(app: App, asked: BranchSwitch): Promise<BranchSwitched> {
  const { git } = await locateCheckout(app, asked);
  const branch = await requireName(git, asked.branch);
  await requireQuiet(git);
  await requireClean(git);
  const target = await targetOf(git, branch);
  const options = ["--quiet", "--no-guess", "--no-recurse-submodules", "--no-overwrite-ignore"];
  const result = await git(["switch", ...options, ...target], MOVE_MS);
  if (result.code !== 0) throw refused("switch", result);
  write(app, (tx) => appendActivity(tx, app.now(), { kind: "branch.switched" }));
  return { success: true };
}

/**
 * M47. Fetches only what the current branch follows, then moves it forward. Throws `conflict` where HEAD is detached, the
 * branch follows nothing, has gone its own way, or the checkout is dirty; `not_ready` where the remote does not answer.
 */
export async function updateBranch(app: App, asked: CheckoutQuery, fetchMs = FETCH_MS): Promise<BranchUpdated> {
  const { git } = await locateCheckout(app, asked);
  await requireQuiet(git);
  const { name, head, upstream } = await readBranch(git);
  if (name === null) throw new AppError("conflict", "HEAD is detached.", { hint: "Switch to a branch first." });
  if (upstream === null) {
    throw new AppError("conflict", "The current branch follows none.", {
      hint: "Set one with `git branch --set-upstream-to`.",
    });
  }
  await requireClean(git);
  if (upstream.remote !== ".") await fetchUpstream(git, upstream, fetchMs);
  const options = ["--quiet", "--ff-only", "--no-stat", "--no-overwrite-ignore", "--no-verify-signatures"];
  const merged = await git(["merge", ...options, upstream.ref], MOVE_MS);
  if (merged.code !== 0) throw refused("update", merged);
  const after = await readBranch(git);
  const updated = after.head !== head;
  if (updated) write(app, (tx) => appendActivity(tx, app.now(), { kind: "branch.updated" }));
  return { success: true, updated };
}

interface Upstream {
  /** Full name of the ref here, e.g. `refs/remotes/origin/main`. */
  ref: string;
  short: string;
  /** Name of the remote; `.` for a branch of the same repository. */
  remote: string;
  /** Full name of the ref there. */
  remoteRef: string;
  ahead: number;
  behind: number;
}

interface Branch {
  name: string | null;
  head: string | null;
  upstream: Upstream | null;
}

const FIELDS = ["upstream", "upstream:short", "upstream:remotename", "upstream:remoteref", "upstream:track,nobracket"];
const FORMAT = `--format=${FIELDS.map((field) => `%(${field})`).join("%00")}`;
const HEADS = "refs/heads/";

async function readBranch(git: Checkout["git"]): Promise<Branch> {
  const at = await git(["rev-parse", "--verify", "--quiet", "HEAD^{commit}"]);
  const head = at.code === 0 ? at.out.trim() : null;
  const symbolic = await git(["symbolic-ref", "--quiet", "HEAD"]);
  const ref = symbolic.code === 0 ? symbolic.out.trim() : "";
  if (!ref.startsWith(HEADS)) return { name: null, head, upstream: null };
  const { out } = await git(["for-each-ref", "--count=1", FORMAT, ref]);
  const [upstreamRef = "", short = "", remote = "", remoteRef = "", track = ""] = out.trimEnd().split("\0");
  const countOf = (word: string): number => Number(new RegExp(`${word} (\\d+)`).exec(track)?.[1] ?? 0);
  const counts = { ahead: countOf("ahead"), behind: countOf("behind") };
  const upstream = upstreamRef === "" ? null : { ref: upstreamRef, short, remote, remoteRef, ...counts };
  return { name: ref.slice(HEADS.length), head, upstream };
}

/** What git calls a name, as it stands: `@{-1}` would mean another branch than it says. */
async function requireName(git: Checkout["git"], branch: string): Promise<string> {
  const { code, out } = await git(["check-ref-format", "--branch", branch]);
  if (code === 0 && out.trimEnd() === branch) return branch;
  throw new AppError("validation_failed", "git does not take that as the name of a branch.", {
    details: [{ path: "branch", message: "not the name of a branch" }],
  });
}

async function targetOf(git: Checkout["git"], branch: string): Promise<string[]> {
  if ((await git(["show-ref", "--verify", "--quiet", `${HEADS}${branch}`])).code === 0) return [branch];
  const { out } = await git(["for-each-ref", "--format=%(refname)", `refs/remotes/*/${branch}`]);
  const found = out.split("\n").filter((ref) => ref !== "");
  const [only] = found;
  if (found.length > 1) {
    throw new AppError("conflict", "Several remotes have a branch of that name.", {
      hint: "Make the branch here with `git switch --create … --track`, then try again.",
    });
  }
  if (only === undefined) {
    throw new AppError("not_found", "There is no such branch.", {
      hint: "POST /api/branch/update fetches what the current branch follows; other branches are fetched with git.",
    });
  }
  return ["--create", branch, "--track", only.slice("refs/remotes/".length)];
}

/** Only that one branch, to where it belongs: the remote's own rules could move others. */
async function fetchUpstream(
  git: Checkout["git"],
  { ref, remote, remoteRef }: Upstream,
  timeout: number,
): Promise<void> {
  // A remote may be named by an address or an option in a hostile configuration.
  const known = (await git(["remote"])).out.split("\n");
  if (!known.includes(remote) || remote.startsWith("-") || !ref.startsWith("refs/remotes/")) {
    throw new AppError("conflict", "The current branch follows no branch of a named remote.", {
      hint: "Set one with `git branch --set-upstream-to`.",
    });
  }
  const options = ["--quiet", "--no-tags", "--no-auto-maintenance", "--no-recurse-submodules", "--refmap="];
  const fetched = await git(["fetch", ...options, remote, `+${remoteRef}:${ref}`], timeout);
  if (fetched.code !== 0) throw refused("fetch", fetched);
}
