/** `keepsake import <file or folder>…`, and the stores of other tools. */
import { setTimeout as sleep } from "node:timers/promises";
import { Command } from "commander";
import type { Client } from "../../../lib/client";
import { AppError } from "../../../lib/contract/errors";
import { connect } from "../connect";
import { findFiles } from "./files";
import { startProgress } from "./progress";
import { describeReport } from "./report";
import { importFiles } from "./run";
import { importStores, type StoreOptions } from "./stores";

const LOOK_EVERY_MS = 2_000;

export const importCommand = (): Command =>
  new Command("import")
    .description(
      "Take in Claude Code transcripts (files, or folders such as ~/.claude/projects), or another tool's store",
    )
    .argument("[paths...]")
    .option("--no-wait", "do not wait until memories are drawn from what came in")
    .option("--evolvmem [folder]", "an EvolvMem store (default ~/.claude/evolvmem)")
    .option("--claude-mem [file]", "session summaries of claude-mem (default ~/.claude-mem/claude-mem.db)")
    .option("--config", "with --evolvmem: take its config.json over as settings")
    .option("--dry-run", "with a store: only say what would come in")
    .action(async (paths: string[], options: StoreOptions & { wait: boolean }) => {
      if (options.evolvmem !== undefined || options.claudeMem !== undefined) {
        const { client } = await connect();
        await importStores(client, options);
        if (paths.length === 0) return;
      }
      if (paths.length === 0) {
        throw new AppError("validation_failed", "Say what to import.", {
          hint: "For example ~/.claude/projects, or --evolvmem.",
        });
      }
      const { files, failed } = findFiles(paths);
      if (files.length === 0 && failed.length === 0) {
        throw new AppError("not_found", "No transcript (.jsonl) is in there.", {
          hint: "Claude Code keeps its transcripts below ~/.claude/projects.",
        });
      }
      const { client, url } = await connect();
      const started = Date.now();
      let stop = false;
      const onSignal = (): void => void (stop = true);
      process.once("SIGINT", onSignal);
      const progress = startProgress(files.reduce((sum, file) => sum + file.bytes, 0));
      const report = await importFiles(client, files, progress, () => stop).finally(progress.stop);
      // From here on Ctrl+C ends the program: what came in is stored, and is worked off without us.
      process.off("SIGINT", onSignal);
      report.failed.push(...failed);
      console.log(describeReport(report, (Date.now() - started) / 1000));
      if (stop) console.log("Stopped. Run the same command again to go on; nothing comes in twice.");
      else if (options.wait) await waitForExtraction(client);
      console.log(`See ${url}/timeline`);
      if (report.failed.length > 0 || report.rejected > 0) process.exitCode = 1;
    });

/** Extraction is rules only and quick; embedding goes on in the background and is not waited for. */
async function waitForExtraction(client: Client): Promise<void> {
  let said = 0;
  for (;;) {
    const health = await client.health();
    const waiting = health.jobs.byKind["turn.extract"] ?? 0;
    if (waiting === 0) {
      const { memories = 0, observations = 0 } = health.counts;
      return console.log(
        `The store now has ${observations} observations and ${memories} memories; ${health.index.lag} texts wait for their vector.`,
      );
    }
    if (process.stdout.isTTY) process.stdout.write(`\rReading what was learned: ${waiting} turns to go … `);
    else if (waiting !== said) console.log(`Reading what was learned: ${waiting} turns to go`);
    said = waiting;
    await sleep(LOOK_EVERY_MS);
  }
}
