/** `keepsake start` (and `npm start`): runs the server in the foreground and says where the console is. */
import { Command } from "commander";
import { createClient } from "../../../lib/client";
import { AppError } from "../../../lib/contract/errors";
import { DEFAULT_PORT, type Env, readEnv } from "../../../lib/env";
import { readServerFile, urlOf } from "../server-file";
import { choosePort } from "./port";
import { loadSample } from "./sample";
import { type RunningServer, spawnServer, waitUntilReady } from "./server";

interface Options {
  port?: string;
  host?: string;
  dataDir?: string;
  sample?: boolean;
}

export const startCommand = (): Command =>
  new Command("start")
    .description("Start the server and print the console's address")
    .option("--port <port>", `default ${DEFAULT_PORT}, or the next free one`)
    .option("--host <host>", "default 127.0.0.1; anything else asks every client for the token")
    .option("--data-dir <folder>", "default ~/.keepsake")
    .option("--sample", "load a small example session into an empty store")
    .action(start);

async function start(options: Options): Promise<void> {
  const env = readEnv({
    ...process.env,
    ...(options.port === undefined ? {} : { KEEPSAKE_PORT: options.port }),
    ...(options.host === undefined ? {} : { KEEPSAKE_HOST: options.host }),
    ...(options.dataDir === undefined ? {} : { KEEPSAKE_HOME: options.dataDir }),
  });
  await refuseIfServed(env);
  const { port, moved } = await choosePort(env.port, env.host);
  const server = spawnServer(env, port);
  const isStopping = passSignals(server);
  try {
    await waitUntilReady(server);
  } catch (error) {
    server.child.kill("SIGTERM");
    throw error;
  }
  if (moved) console.log(`Port ${DEFAULT_PORT} is taken by another program; using ${port}.`);
  console.log(`Keepsake is ready: ${server.url}`);
  console.log(`Data folder: ${env.home}. Stop with Ctrl+C.`);
  if (options.sample === true) console.log(await loadSample(server.url, env.home));
  const code = await server.ended;
  // Next ends with 128 + signal where it was asked to end; that is no failure.
  process.exitCode = isStopping() ? 0 : code;
}

async function refuseIfServed(env: Env): Promise<void> {
  const known = readServerFile(env.home);
  if (known === null) return;
  const url = urlOf(known);
  const health = await createClient(url, { timeout: 2_000 })
    .health()
    .catch(() => null);
  if (health === null || health.pid !== known.pid) return;
  throw new AppError("not_ready", `Another Keepsake server (process ${known.pid}) serves ${env.home} at ${url}.`, {
    hint: "Open that address, or stop it first.",
  });
}

function passSignals(server: RunningServer): () => boolean {
  let stopping = false;
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
    process.on(signal, () => {
      stopping = true;
      server.child.kill(signal);
    });
  }
  return () => stopping;
}
