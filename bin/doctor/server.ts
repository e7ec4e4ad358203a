/** Checks of the running server and its port. */
import { createClient } from "../../lib/client";
import type { CheckFinding } from "../../lib/contract/checks";
import { DEFAULT_PORT, type Env } from "../../lib/env";
import { choosePort } from "../cli/start/port";
import { readServerFile, urlOf } from "../cli/server-file";
import { readToken } from "../cli/token";

const ANSWER_WITHIN_MS = 5_000;

export async function checkServer(env: Env): Promise<CheckFinding[]> {
  const known = readServerFile(env.home);
  if (known === null)
    return [
      { code: "server", name: "Server", state: "warn", detail: "does not run", fix: "Start it with `npm start`." },
      await checkPort(env),
    ];
  const url = urlOf(known);
  const health = await createClient(url, { timeout: ANSWER_WITHIN_MS, token: readToken(env.home) })
    .health()
    .catch(() => null);
  if (health === null)
    return [isRunning(known.pid) ? silent(known.pid, url) : leftOver(known.pid), await checkPort(env)];
  return [
    { code: "server", name: "Server", state: "ok", detail: `${url}, process ${health.pid}, version ${health.version}` },
    ...health.problems.map(({ what, hint }): CheckFinding => ({
      code: "server",
      name: "Server says",
      state: "warn",
      detail: what,
      fix: hint,
    })),
  ];
}

const silent = (pid: number, url: string): CheckFinding => ({
  code: "server",
  name: "Server",
  state: "warn",
  detail: `process ${pid} runs, but did not answer at ${url} within ${ANSWER_WITHIN_MS / 1000} s`,
  fix: "It may be busy, after an import for example: wait a little and look again. If it stays silent, see logs/ of the data folder.",
});

const leftOver = (pid: number): CheckFinding => ({
  code: "server",
  name: "Server",
  state: "warn",
  detail: `does not run; process ${pid} ended without saying so`,
  fix: "Start it with `npm start`; nothing that was acknowledged is lost.",
});

/** A process of another user answers EPERM: it runs. */
function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

async function checkPort(env: Env): Promise<CheckFinding> {
  try {
    const { port, moved } = await choosePort(env.port, env.host);
    if (!moved) return { code: "port", name: "Port", state: "ok", detail: `${port} is free` };
    return {
      code: "port",
      name: "Port",
      state: "warn",
      detail: `${DEFAULT_PORT} is taken by another program`,
      fix: `Keepsake would use ${port}; hooks and the command line find it by themselves.`,
    };
  } catch (error) {
    return {
      code: "port",
      name: "Port",
      state: "fail",
      detail: error instanceof Error ? error.message : String(error),
      fix: "Set KEEPSAKE_PORT to a free one.",
    };
  }
}
