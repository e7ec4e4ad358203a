/** `keepsake session-start`: the block for this folder on stdout, as a session-start hook wants it (E61). */
import { Command } from "commander";
import { failOpen, hookClient, readHookEvent } from "./hook-entry";

export const sessionStartCommand = (): Command =>
  new Command("session-start")
    .description("Hook: print the block for the current folder; reads the hook's JSON on stdin, always exits 0")
    .allowUnknownOption()
    .allowExcessArguments()
    .action(() =>
      failOpen(async () => {
        const { session_id, cwd } = await readHookEvent();
        const block = await hookClient().injectText({
          host: "kimi",
          cwd: cwd ?? process.cwd(),
          ...(session_id === undefined ? {} : { session: session_id }),
        });
        if (block !== "") process.stdout.write(block.endsWith("\n") ? block : `${block}\n`);
      }),
    );
