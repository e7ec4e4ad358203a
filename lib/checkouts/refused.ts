/** What git said, as one of a few sentences of ours: its own words hold paths, addresses and what a remote wrote. Pure. */
import { AppError } from "../contract/errors";
import type { GitResult } from "./git";

type Deed = "switch" | "fetch" | "update";

const SAID: [pattern: RegExp, message: string, hint: string][] = [
  [
    /Not possible to fast-forward|diverg|refusing to merge unrelated/i,
    "The branch and what it follows have gone apart.",
    "Merge or rebase by hand; an update only moves forward.",
  ],
  [
    /already checked out at|already used by worktree/i,
    "That branch is checked out in another worktree.",
    "Switch there, or choose another branch.",
  ],
  [/index\.lock|unable to create .*\.lock/i, "Another git command is at work there.", "Try again when it has ended."],
  [
    /would be overwritten|would lose untracked/i,
    "Files that git does not track are in the way.",
    "Move them away, then try again.",
  ],
  [
    /transport '[^']*' not allowed|not allowed\b.*\bprotocol/i,
    "The remote's address is of a kind that is not used by request.",
    "Only https, http, ssh and local paths are; use git itself here.",
  ],
  [
    /could not read (?:Username|Password)|Authentication failed|Permission denied|Host key verification/i,
    "The remote asks for a login that is not stored.",
    "Fetch once by hand, so that git or ssh can ask you.",
  ],
  [
    /cannot switch branch while|MERGE_HEAD exists|not concluded your merge/i,
    "A merge, rebase or bisect is in progress there.",
    "Finish or abort it first.",
  ],
];

/** Always `conflict`. */
export function refused(deed: Deed, { code, err }: GitResult): AppError {
  const known = SAID.find(([pattern]) => pattern.test(err));
  if (known !== undefined) return new AppError("conflict", known[1], { hint: known[2] });
  const what = { switch: "switch the branch", fetch: "fetch from the remote", update: "move the branch forward" }[deed];
  return new AppError("conflict", `git refused to ${what} (exit code ${code}).`, {
    hint: "Try the same with git in that folder; it says why.",
  });
}
