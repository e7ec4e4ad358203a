/** `keepsake restart`: ends the server of the data folder and starts it again in the background, where it was. */
import { Command } from "commander";
import { environmentOf, type ServerOptions } from "./environment";
import { stopServer } from "./served";
import { startInBackground } from "./start/background";

export const restartCommand = (): Command =>
  new Command("restart")
    .description("Stop the server of the data folder and start it again in the background, on the same port")
    .option("--port <port>", "default: where it ran")
    .option("--host <host>", "default: where it ran")
    .option("--data-dir <folder>", "default ~/.keepsake")
    .action(async (options: ServerOptions) => {
      const env = environmentOf(options);
      const stopped = await stopServer(env.home);
      if (stopped !== null) console.log(`Stopped Keepsake (process ${stopped.pid}).`);
      const hasHost = options.host !== undefined || (process.env["KEEPSAKE_HOST"] ?? "") !== "";
      await startInBackground({
        ...env,
        port: env.port ?? stopped?.port ?? null,
        host: hasHost ? env.host : (stopped?.host ?? env.host),
      });
    });
