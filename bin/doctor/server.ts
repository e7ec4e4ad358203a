/** Checks of the running server and its port. */
import { createClient } from "../../lib/client";
import { DEFAULT_PORT, type Env } from "../../lib/env";
import { choosePort } from "../cli/start/port";
import { readServerFile, urlOf } from "../cli/server-file";
import { readToken } from "../cli/token";
import type { Finding } from "./check";

export async function checkServer(env: Env): Promise<Finding[]> {
  const known = readServerFile(env.home);
  if (known === null)
    return [
      { name: "Server", state: "warn", detail: "does not run", fix: "Start it with `npm start`." },
      await checkPort(env),
    ];
  const url = urlOf(known);
  const health = await createClient(url, { timeout: 3_000, token: readToken(env.home) })
    .health()
    .catch(() => null);
  if (health === null) {
    return [
      {
        name: "Server",
        state: "fail",
        detail: `process ${known.pid} does not answer at ${url}`,
        fix: "Stop that process and start again.",
      },
    ];
  }
  return [
    { name: "Server", state: "ok", detail: `${url}, process ${health.pid}, version ${health.version}` },
    ...health.problems.map(({ what, hint }): Finding => ({
      name: "Server says",
      state: "warn",
      detail: what,
      fix: hint,
    })),
  ];
}

async function checkPort(env: Env): Promise<Finding> {
  try {
    const { port, moved } = await choosePort(env.port, env.host);
    if (!moved) return { name: "Port", state: "ok", detail: `${port} is free` };
    return {
      name: "Port",
      state: "warn",
      detail: `${DEFAULT_PORT} is taken by another program`,
      fix: `Keepsake would use ${port}; hooks and the command line find it by themselves.`,
    };
  } catch (error) {
    return {
      name: "Port",
      state: "fail",
      detail: error instanceof Error ? error.message : String(error),
      fix: "Set KEEPSAKE_PORT to a free one.",
    };
  }
}
