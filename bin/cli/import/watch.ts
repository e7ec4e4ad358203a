/** `keepsake import --watch`: takes in what changes below the named paths, when it was quiet for a moment, until it is stopped. */
import { setTimeout as sleep } from "node:timers/promises";
import { watch as watchPaths } from "chokidar";
import { extname } from "node:path";
import { statSync } from "node:fs";
import type { Client } from "../../../lib/client";
import { AppError } from "../../../lib/contract/errors";
import type { FileFormat } from "../../../lib/transcripts/detect";
import type { FoundFile } from "../../../lib/transcripts/files";
import { leftOut } from "./report";
import { importFiles, type ImportOptions } from "./run";

/** An agent writes a line at a time: so long after the last one the file is read. */
const QUIET_MS = 1_500;
/** While the server is away. */
const AGAIN_MS = 10_000;
const LOOK_MS = 250;
const ENDINGS = new Set([".jsonl", ".json", ".md", ".markdown"]);

export interface Watched extends ImportOptions {
  /** Files that are no transcripts but something else to take in, once they are quiet. */
  onNotes: (paths: string[]) => Promise<void>;
}

/** Returns when `signal` aborts. What was not taken in by then comes in the next time. */
export async function watchFolders(
  client: Client,
  paths: string[],
  signal: AbortSignal,
  options: Watched,
): Promise<void> {
  const changed = new Map<string, number>();
  const watcher = watchPaths(paths, {
    ignoreInitial: true,
    followSymlinks: false,
    ignored: (path) => /(?:^|[\\/])(?:node_modules|\.git|\.hg|\.svn)(?:[\\/]|$)/.test(path),
  });
  const note = (path: string): void => {
    if (ENDINGS.has(extname(path).toLowerCase())) changed.set(path, Date.now());
  };
  watcher
    .on("add", note)
    .on("change", note)
    .on("error", (error) => {
      console.error(`Watching: ${error instanceof Error ? error.message : String(error)}`);
    });
  await new Promise<void>((ready) => void watcher.once("ready", ready));
  console.log(`Watching ${paths.join(", ")}. Stop with Ctrl+C.`);
  while (!signal.aborted) {
    const quiet = [...changed].filter(([, at]) => Date.now() - at >= QUIET_MS).map(([path]) => path);
    for (const path of quiet) changed.delete(path);
    if (quiet.length > 0 && !(await takeIn(client, quiet, options))) {
      for (const path of quiet) changed.set(path, Date.now());
      await pause(AGAIN_MS, signal);
    }
    await pause(LOOK_MS, signal);
  }
  await watcher.close();
}

/** False where the server is away: then the files wait. */
async function takeIn(client: Client, paths: string[], options: Watched): Promise<boolean> {
  const files = paths.flatMap((path): FoundFile[] => {
    const stat = statSync(path, { throwIfNoEntry: false });
    return stat?.isFile() === true ? [{ path, bytes: stat.size, named: false }] : [];
  });
  const notes: string[] = [];
  const onOther = (file: FoundFile, format: FileFormat): "taken" | "alone" => {
    if (format !== "note") return "alone";
    notes.push(file.path);
    return "taken";
  };
  const silent = { add: () => undefined, counts: () => undefined, stop: () => undefined };
  try {
    const report = await importFiles(client, files, silent, () => false, { ...options, onOther });
    if (report.accepted > 0 || report.failed.length > 0) {
      console.log(
        `${new Date().toLocaleTimeString()} ${files.map(({ path }) => path).join(", ")}: ${report.accepted} stored`,
      );
      for (const line of leftOut(report)) console.log(`  ${line}`);
      for (const { file, error } of report.failed) console.log(`  Could not be read: ${file} (${error})`);
    }
    if (notes.length > 0) await options.onNotes(notes);
    return true;
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== "not_ready") throw error;
    console.error("The server is away; what changed comes in when it is back.");
    return false;
  }
}

async function pause(ms: number, signal: AbortSignal): Promise<void> {
  try {
    await sleep(ms, undefined, { signal });
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}
