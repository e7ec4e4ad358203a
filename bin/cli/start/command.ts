/** `keepsake start` (and `npm start`): runs the server in the foreground and says where the console is. */
import { Command } from "commander";
import { AppError } from "../../../lib/contract/errors";
import { DEFAULT_PORT } from "../../../lib/env";
import { environmentOf, type ServerOptions } from "../environment";
import { servedBy } from "../served";
import { startInBackground } from "./background";
import { choosePort } from "./port";
import { loadSample } from "./sample";
import { type RunningServer, spawnServer, waitUntilReady } from "./server";

interface Options extends ServerOptions {
  background?: boolean;
  sample?: boolean;
}

export const startCommand = (): Command =>
  new Command("start")
    .description("Start the server and print the console's address")
    .option("--port <port>", `default ${DEFAULT_PORT}, or the next free one`)
    .option("--host <host>", "default 127.0.0.1; anything else asks every client for the token")
    .option("--data-dir <folder>", "default ~/.keepsake")
    .option("--background", "return once it answers, and leave it running; see `keepsake stop`")
    .option("--sample", "load a small example session into an empty store")
    .action(start);

async function start(options: Options): Promise<void> {
  const env = environmentOf(options);
  await refuseIfServed(env.home);
  if (options.background === true) {
    const url = await startInBackground(env);
    if (options.sample === true) console.log(await loadSample(url, env.home));
    return;
  }
  const { port, moved } = await choosePort(env.port, env.host);
  const server = spawnServer(env, port);
  const isStopping = passSignals(server);
  // However this program ends, the server does not outlive it.
  process.once("exit", () => server.child.kill("SIGTERM"));
  try {
    await waitUntilReady(server);
  } catch (error) {
    server.child.kill("SIGTERM");
    throw error;
  }
  if (moved) console.log(`Port ${DEFAULT_PORT} is taken by another program; using ${port}.`);
  console.log(`Keepsake is ready: ${server.url}`);
  console.log(`Data folder: ${env.home}. Stop with Ctrl+C.`);
  for (const note of env.notes) console.log(note);
  if (options.sample === true) console.log(await loadSample(server.url, env.home));
  const code = await server.ended;
  // Next ends with 128 + signal where it was asked to end; that is no failure.
  process.exitCode = isStopping() ? 0 : code;
}

async function refuseIfServed(home: string): Promise<void> {
  const served = await servedBy(home);
  if (served.state !== "ours") return;
  const { file, url } = served;
  throw new AppError("not_ready", `Another Keepsake server (process ${file.pid}) serves ${home} at ${url}.`, {
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
