/** Starts the server so that it outlives the command, and says where it is. */
import { join } from "node:path";
import { DEFAULT_PORT, type Env } from "../../../lib/env";
import { lastPort } from "./last-port";
import { choosePort } from "./port";
import { spawnServer, waitUntilReady } from "./server";
import { typed } from "../typed";

/** Ends once the server answers. Throws `not_ready` when it does not come up; nothing is left running then. */
export async function startInBackground(env: Env): Promise<string> {
  const { port, moved } = await choosePort(env.port, env.host, lastPort(env.home));
  const server = spawnServer(env, port, { background: true });
  try {
    await waitUntilReady(server);
  } catch (error) {
    server.child.kill("SIGTERM");
    throw error;
  }
  server.child.unref();
  if (moved) console.log(`Port ${DEFAULT_PORT} is taken by another program; using ${port}.`);
  console.log(`Keepsake is ready: ${server.url}`);
  console.log(`It runs in the background (process ${server.child.pid}). Stop it with \`${typed("stop")}\`.`);
  if (env.logLevel !== "silent")
    console.log(`Its log: ${join(env.home, "logs", "keepsake.log")} (\`${typed("logs --follow")}\`).`);
  for (const note of env.notes) console.log(note);
  return server.url;
}
