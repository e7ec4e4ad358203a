/** The one place where the command line runs programs of the system, so that tests can put another in its stead. */
import { spawnSync } from "node:child_process";

const WITHIN_MS = 30_000;
const MAX_BYTES = 1024 * 1024;

export interface RunResult {
  /** False where there is no such program. */
  isThere: boolean;
  /** null = it did not end by itself. */
  code: number | null;
  /** Both outputs, trimmed. */
  output: string;
}

export type Runner = (command: string, args: readonly string[]) => RunResult;

export const runSystem: Runner = (command, args) => {
  const { error, status, stdout, stderr } = spawnSync(command, [...args], {
    encoding: "utf8",
    timeout: WITHIN_MS,
    maxBuffer: MAX_BYTES,
    stdio: ["ignore", "pipe", "pipe"],
    windowsHide: true,
  });
  const { code } = (error ?? {}) as NodeJS.ErrnoException;
  if (code === "ENOENT" || code === "EACCES") return { isThere: false, code: null, output: "" };
  return { isThere: true, code: status, output: `${stdout}${stderr}`.trim() };
};
