/** `keepsake session-end`: hands an ended session to the server and goes; the extraction runs there (E61, E91). */
import { Command } from "commander";
import { failOpen, hookClient, readHookEvent } from "./hook-entry";

export const sessionEndCommand = (): Command =>
  new Command("session-end")
    .description("Hook: extract the session that ended; reads the hook's JSON (session_id) on stdin, always exits 0")
    .allowUnknownOption()
    .allowExcessArguments()
    .action(() =>
      failOpen(async () => {
        const { session_id, cwd, stop_hook_active } = await readHookEvent();
        if (session_id === undefined) throw new Error("session-end needs the hook's JSON with a session_id on stdin.");
        const { status, reason } = await hookClient().sessionEnd({
          session_id,
          ...(cwd === undefined ? {} : { cwd }),
          ...(stop_hook_active === undefined ? {} : { stop_hook_active }),
        });
        // stdout is the agent's to read; a Stop hook's would even be taken as an answer.
        if (status === "skipped") console.error(`keepsake: nothing to do (${reason ?? "skipped"}).`);
      }),
    );
