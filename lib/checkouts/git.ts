/** Runs git in a checkout that may be hostile: no shell, no hook, no prompt, no program that the checkout names, bounded in time and output. */
import { devNull } from "node:os";
import { GitPluginError, simpleGit } from "simple-git";
import type { Env } from "../env";

/** What a command came to. Its messages are for us to read: they hold paths and addresses, and go to nobody. */
export interface GitResult {
  code: number;
  out: string;
  err: string;
  /** It wrote more than anybody reads, and was ended. */
  isCut: boolean;
}

export interface GitBounds {
  env: Env;
  /** Real path; git looks for no repository above it. */
  folder: string;
  ceiling: string;
  /** Milliseconds after which it is ended. */
  timeout: number;
}

const MAX_OUTPUT_BYTES = 1024 * 1024;

/** On the command line they win over every file. */
const CONFIG = [
  `core.hooksPath=${devNull}`,
  "core.fsmonitor=false",
  "core.pager=cat",
  "core.askPass=",
  "credential.interactive=false",
  "submodule.recurse=false",
  "fetch.recurseSubmodules=false",
  "fetch.prune=false",
  "fetch.pruneTags=false",
  "gc.auto=0",
  "maintenance.auto=false",
  "merge.verifySignatures=false",
  "merge.autoStash=false",
  "safe.bareRepository=explicit",
  // A helper that outlives its git gives up by itself.
  "http.lowSpeedLimit=1",
  "http.lowSpeedTime=10",
];

/** Neither `ext::` nor `git:`, nor any helper that somebody installed. */
const PROTOCOLS = "https:http:ssh:file";
const SSH = "ssh -oBatchMode=yes -oConnectTimeout=10 -oServerAliveInterval=5 -oServerAliveCountMax=2";

const gitEnv = (ceiling: string): Record<string, string> => ({
  GIT_ALLOW_PROTOCOL: PROTOCOLS,
  GIT_ASKPASS: "",
  GIT_CEILING_DIRECTORIES: ceiling,
  GIT_EDITOR: "false",
  GIT_OPTIONAL_LOCKS: "0",
  GIT_SSH_COMMAND: SSH,
  GIT_SSH_VARIANT: "ssh",
  GIT_TERMINAL_PROMPT: "0",
});

/** Git and what it starts speak to nobody: messages in English for us, no window of a credential manager. */
const QUIET = { LC_ALL: "C", LANGUAGE: "C", GCM_INTERACTIVE: "never", SSH_ASKPASS_REQUIRE: "never" };

const UNSAFE = {
  allowUnsafeAskPass: true,
  allowUnsafeEditor: true,
  allowUnsafeFsMonitor: true,
  allowUnsafeHooksPath: true,
  allowUnsafePager: true,
  allowUnsafeSshCommand: true,
} as const;

/**
 * The result whatever the exit code; null when time was up. `args` are one argument each: what comes from a request must
 * have been judged not to be an option.
 */
export async function runGit(bounds: GitBounds, args: string[]): Promise<GitResult | null> {
  const ours = gitEnv(bounds.ceiling);
  const enough = new AbortController();
  const timeUp = AbortSignal.timeout(bounds.timeout);
  const result: GitResult = { code: -1, out: "", err: "", isCut: false };
  const git = simpleGit({
    baseDir: bounds.folder,
    config: CONFIG,
    abort: AbortSignal.any([enough.signal, timeUp]),
    allowEnvironment: Object.keys(ours),
    // The values above switch off what these flags guard.
    unsafe: UNSAFE,
    errors: (error, ended) => {
      result.code = ended.exitCode;
      result.err = Buffer.concat(ended.stdErr).toString("utf8", 0, MAX_OUTPUT_BYTES);
      return error instanceof GitPluginError ? error : undefined;
    },
  });
  git.env({ ...bounds.env.forChild(), ...QUIET, ...ours });
  let bytes = 0;
  const count = (chunk: Buffer): void => {
    bytes += chunk.byteLength;
    if (bytes > MAX_OUTPUT_BYTES) enough.abort();
  };
  git.outputHandler((_command, stdout, stderr) => {
    stdout.on("data", count);
    stderr.on("data", count);
  });
  let out = "";
  try {
    out = await git.raw(args);
  } catch (error) {
    if (!enough.signal.aborted && !timeUp.aborted) throw error;
  }
  if (enough.signal.aborted) return { ...result, isCut: true };
  // What ended by itself in the last moment did end.
  return timeUp.aborted && result.code !== 0 ? null : { ...result, out };
}
