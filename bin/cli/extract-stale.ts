/** `keepsake extract-stale`: for cron; reads sessions that nobody ended, through the running server (E92). */
import { setTimeout as sleep } from "node:timers/promises";
import { Command } from "commander";
import type { StaleRun } from "../../lib/contract/session-extract";
import { connect } from "./connect";
import { withTyped } from "./typed";

const LOOK_EVERY_MS = 500;
/** Three sessions of four minutes each, and some room. */
const LONGEST_MS = 15 * 60_000;

export const extractStaleCommand = (): Command =>
  new Command("extract-stale")
    .description("Extract Kimi sessions that nobody ended (idle for half an hour), at most three; for cron")
    .option("--no-wait", "do not wait for the end of the run")
    .action(async (options: { wait: boolean }) => {
      const { client } = await connect();
      const before = (await client.stale.state()).last?.started_at ?? 0;
      const { status } = await client.stale.start();
      if (status === "running") return console.log("Another run is at work; nothing was started.");
      if (!options.wait) return console.log("Started; logs/extract_stale.log in the data folder tells how it ends.");
      for (let waited = 0; waited < LONGEST_MS; waited += LOOK_EVERY_MS) {
        const { running, last } = await client.stale.state();
        if (!running && last !== null && last.started_at > before) return console.log(describe(last));
        await sleep(LOOK_EVERY_MS);
      }
      console.error(
        "The run takes longer than 15 minutes; logs/extract_stale.log in the data folder tells how it ends.",
      );
      process.exitCode = 1;
    });

function describe(run: StaleRun): string {
  if (run.status === "no_provider") {
    return withTyped(
      "No language model can be used, so no session was touched. `keepsake status` and the console's page Health say why.",
    );
  }
  const lines = run.sessions.map(({ session, outcome, error }) =>
    outcome === null
      ? `${session}: failed (${error ?? "Error"})`
      : `${session}: ${outcome.status}, ${outcome.persisted} written (${outcome.reason})`,
  );
  if (run.status === "rate_limited") lines.push("Stopped: the language model asks to slow down.");
  return lines.length === 0 ? "No session waits to be extracted." : lines.join("\n");
}
