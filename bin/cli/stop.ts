/** `keepsake stop`: ends the server of the data folder. */
import { Command } from "commander";
import { environmentOf, type ServerOptions } from "./environment";
import { stopServer } from "./served";

export const stopCommand = (): Command =>
  new Command("stop")
    .description("Stop the server of the data folder, after its work in hand")
    .option("--data-dir <folder>", "default ~/.keepsake")
    .action(async (options: Pick<ServerOptions, "dataDir">) => {
      const { home } = environmentOf(options);
      const stopped = await stopServer(home);
      console.log(
        stopped === null ? `No Keepsake server runs for ${home}.` : `Stopped Keepsake (process ${stopped.pid}).`,
      );
    });
