/** `keepsake import <file or folder>…`, and the stores of other tools. */
import { setTimeout as sleep } from "node:timers/promises";
import { Command } from "commander";
import type { Client } from "../../../lib/client";
import { AppError } from "../../../lib/contract/errors";
import { connect } from "../connect";
import { describeExportFile, importExportFile, isExportFile } from "./export-file";
import { findFiles, type FoundFile, refuseDatabases } from "../../../lib/transcripts/files";
import { startProgress } from "./progress";
import { describeReport } from "./report";
import { importFiles } from "./run";
import { importStores, type StoreOptions, storesOf, withPath } from "./stores";

const LOOK_EVERY_MS = 2_000;

export const importCommand = (): Command =>
  new Command("import")
    .description(
      "Take in Claude Code transcripts (files, or folders such as ~/.claude/projects), an export of Keepsake, or another tool's store",
    )
    .argument("[paths...]", "files or folders; with --from the store of that tool")
    .option("--no-wait", "do not wait until memories are drawn from what came in")
    .option("--from <tool>", "the store of another tool: claude-mem or evolvmem")
    .option("--db <path>", "with --from: claude-mem's database file, or EvolvMem's folder")
    .option("--claude-mem [file]", "short for --from claude-mem --db FILE (default ~/.claude-mem/claude-mem.db)")
    .option("--summaries-as-memories", "of claude-mem only the session summaries, each as a memory to refer to")
    .option("--evolvmem [folder]", "short for --from evolvmem --db FOLDER (default ~/.claude/evolvmem)")
    .option("--config", "with EvolvMem: take its config.json over as settings")
    .option("--dry-run", "with a store: only say what would come in")
    .action(async (named: string[], given: StoreOptions & { wait: boolean }) => {
      const { paths, options } = withPath(named, given);
      if (paths.length > 0 && options.dryRun === true) {
        throw new AppError("validation_failed", "--dry-run is for the store of another tool; nothing was read.", {
          hint: "Say --from claude-mem or --from evolvmem with it. Transcripts and exports are taken in without it, and never twice.",
        });
      }
      if (Object.keys(storesOf(options)).length > 0) {
        const { client } = await connect();
        await importStores(client, options);
        if (paths.length === 0) return;
      }
      if (paths.length === 0) {
        throw new AppError("validation_failed", "Say what to import.", {
          hint: "For example ~/.claude/projects, a file of keepsake export, or --from claude-mem.",
        });
      }
      const { files: found, failed } = findFiles(paths);
      refuseDatabases(found);
      const { exports, files } = await apart(found);
      if (found.length === 0 && failed.length === 0) {
        throw new AppError("not_found", "No transcript (.jsonl) is in there.", {
          hint: "Claude Code keeps its transcripts below ~/.claude/projects.",
        });
      }
      const { client, url } = await connect();
      const started = Date.now();
      let stop = false;
      const onSignal = (): void => void (stop = true);
      process.once("SIGINT", onSignal);
      for (const file of exports) await takeExport(client, file, () => stop);
      if (files.length === 0 && failed.length === 0) return;
      const progress = startProgress(files.reduce((sum, file) => sum + file.bytes, 0));
      const report = await importFiles(client, files, progress, () => stop).finally(progress.stop);
      // From here on Ctrl+C ends the program: what came in is stored, and is worked off without us.
      process.off("SIGINT", onSignal);
      report.failed.push(...failed);
      console.log(describeReport(report, (Date.now() - started) / 1000));
      if (stop) console.log("Stopped. Run the same command again to go on; nothing comes in twice.");
      else if (options.wait) await waitForExtraction(client);
      console.log(`See ${url}/timeline`);
      const refused = files.some((file) => file.named && report.unrecognised.includes(file.path));
      if (report.failed.length > 0 || report.rejected > 0 || refused) process.exitCode = 1;
    });

/** Exports say by their first line what they are; only files that were named are looked at, for a folder is of transcripts. */
async function apart(found: FoundFile[]): Promise<{ exports: FoundFile[]; files: FoundFile[] }> {
  const exports = new Set<FoundFile>();
  for (const file of found) if (file.named && (await isExportFile(file.path))) exports.add(file);
  return { exports: [...exports], files: found.filter((file) => !exports.has(file)) };
}

async function takeExport(client: Client, file: FoundFile, stopped: () => boolean): Promise<void> {
  const progress = startProgress(file.bytes);
  const report = await importExportFile(client, file.path, progress, stopped).finally(progress.stop);
  console.log(describeExportFile(file.path, report));
  if (stopped()) console.log("Stopped. Run the same command again to go on; nothing comes in twice.");
  if (!report.whole || report.rejected.length > 0) process.exitCode = 1;
}

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
