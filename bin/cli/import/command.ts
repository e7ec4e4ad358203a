/** `keepsake import <file or folder>…`, and the stores of other tools. */
import { extname } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Command } from "commander";
import type { Client } from "../../../lib/client";
import { Host } from "../../../lib/contract/capture";
import { AppError } from "../../../lib/contract/errors";
import type { ImportTool } from "../../../lib/contract/tool-import";
import { plural } from "../../../lib/format";
import type { FileFormat } from "../../../lib/transcripts/detect";
import { findFiles, type Found, type FoundFile, refuseDatabases } from "../../../lib/transcripts/files";
import { connect } from "../connect";
import { countFiles } from "./dry-run";
import { describeExportFile, importExportFile, isExportFile } from "./export-file";
import { startProgress } from "./progress";
import { describeReport, emptyReport, type Report } from "./report";
import { importFiles, type ImportOptions } from "./run";
import { importStores, type StoreOptions, storesOf, withPath } from "./stores";
import { importTools, requireKnownTool, TOOL_NAMES, toolNamed } from "./tools";
import { newestOperation, undoLines } from "./undo-lines";
import { watchFolders } from "./watch";

const LOOK_EVERY_MS = 2_000;

interface Options extends StoreOptions {
  wait: boolean;
  as?: string;
  watch?: boolean;
  project?: string;
  notes: boolean;
}

/** What lies beside transcripts and is taken in as what it is. */
type Others = Map<ImportTool, string[]>;

export const importCommand = (): Command =>
  new Command("import")
    .description(
      "Take in transcripts of Claude Code, Codex, Gemini CLI, Kimi, OpenCode and SpecStory, notes (.md), an export of Keepsake, or another tool's store",
    )
    .argument("[paths...]", "files or folders, e.g. ~/.claude/projects; with --from the store of that tool")
    .option("--no-wait", "do not wait until memories are drawn from what came in")
    .option("--watch", "go on, and take in what changes in there")
    .option("--as <agent>", "what the files are said to be of; what stands in them decides, and a difference is shown")
    .option("--no-notes", "leave markdown notes alone")
    .option("--project <name>", "for notes and memories that name no project: the one that they belong to")
    .option("--from <tool>", `the store of another tool: claude-mem, evolvmem, ${TOOL_NAMES}`)
    .option("--db <path>", "with --from: claude-mem's database file, or EvolvMem's folder")
    .option("--claude-mem [file]", "short for --from claude-mem --db FILE (default ~/.claude-mem/claude-mem.db)")
    .option("--summaries-as-memories", "of claude-mem only the session summaries, each as a memory to refer to")
    .option("--evolvmem [folder]", "short for --from evolvmem --db FOLDER (default ~/.claude/evolvmem)")
    .option("--config", "with EvolvMem: take its config.json over as settings")
    .option("--dry-run", "only say what would come in")
    .action(async (named: string[], given: Options) => {
      requireKnownTool(given.from);
      const tool = toolNamed(given.from);
      if (tool !== null) {
        const { client } = await connect();
        const paths = given.db === undefined ? named : [given.db, ...named];
        return importTools(client, tool, paths, given);
      }
      const { paths, options } = withPath(named, given);
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
      await importPaths(paths, options);
    });

async function importPaths(paths: string[], options: Options): Promise<void> {
  const { files: found, failed } = findFiles(paths);
  refuseDatabases(found);
  const { exports, files } = await apart(found);
  if (found.length === 0 && failed.length === 0 && options.watch !== true) {
    throw new AppError("not_found", "No transcript (.jsonl, .json) and no note (.md) is in there.", {
      hint: "Claude Code keeps its transcripts below ~/.claude/projects, Codex below ~/.codex/sessions.",
    });
  }
  const others: Others = new Map();
  const reading: ImportOptions = {
    hint: hintOf(options.as),
    onOther: (file, format) => noteOther(others, file, format, options.notes),
  };
  if (options.dryRun === true) return tryPaths({ files, failed }, exports, others, reading, options);
  const { client, url } = await connect();
  const started = Date.now();
  const stopping = new AbortController();
  const onSignal = (): void => stopping.abort();
  process.once("SIGINT", onSignal);
  const stopped = (): boolean => stopping.signal.aborted;
  for (const file of exports) await takeExport(client, file, stopped);
  if (files.length > 0 || failed.length > 0) {
    const progress = startProgress(files.reduce((sum, file) => sum + file.bytes, 0));
    const before = await newestOperation(client);
    const report = await importFiles(client, files, progress, stopped, reading).finally(progress.stop);
    report.failed.push(...failed);
    const told = describeReport(report, (Date.now() - started) / 1000);
    for (const line of [...told, ...(await undoLines(client, before))]) console.log(line);
    for (const [tool, some] of others) if (!stopped()) await importTools(client, tool, some, options);
    if (report.failed.length > 0 || report.rejected > 0 || isRefused(files, report)) process.exitCode = 1;
  }
  if (options.watch === true && !stopped()) {
    const onNotes = (notes: string[]): Promise<void> =>
      options.notes ? importTools(client, "notes", notes, options) : Promise.resolve();
    await watchFolders(client, paths, stopping.signal, { hint: reading.hint, onNotes });
  }
  // From here on Ctrl+C ends the program: what came in is stored, and is worked off without us.
  process.off("SIGINT", onSignal);
  if (stopped()) console.log("Stopped. Run the same command again to go on; nothing comes in twice.");
  else if (options.wait && files.length > 0) await waitForExtraction(client);
  if (files.length > 0) console.log(`See ${url}/timeline`);
}

/** A file that was named, and is nothing that we know. */
const isRefused = (files: readonly FoundFile[], { unrecognised }: Report): boolean =>
  files.some((file) => file.named && unrecognised.includes(file.path));

/** Transcripts are read here and nothing is sent; of notes and stores the server says what would come of them. */
async function tryPaths(
  { files, failed }: Found,
  exports: FoundFile[],
  others: Others,
  reading: ImportOptions,
  options: Options,
): Promise<void> {
  if (files.length > 0 || failed.length > 0) {
    const progress = startProgress(files.reduce((sum, file) => sum + file.bytes, 0));
    const report = emptyReport();
    report.failed.push(...failed);
    console.log(await countFiles(files, progress, reading, report).finally(progress.stop));
    if (report.failed.length > 0 || isRefused(files, report)) process.exitCode = 1;
  }
  for (const { path } of exports)
    console.log(`An export of Keepsake, which comes in once however often it is taken in: ${path}`);
  if (others.size === 0) return;
  const { client } = await connect();
  for (const [tool, some] of others) await importTools(client, tool, some, options);
}

function noteOther(
  others: Others,
  file: FoundFile,
  format: FileFormat,
  takesNotes: boolean,
): "taken" | "alone" | "unknown" {
  const tool = format === "note" ? "notes" : format === "mem0" || format === "mcp-memory" ? format : null;
  // A folder holds many a settings file, but lines are somebody's records: those are named (E13).
  if (tool === null) return file.named || extname(file.path).toLowerCase() === ".jsonl" ? "unknown" : "alone";
  if (tool === "notes" && !takesNotes) return "taken";
  // A folder of transcripts is no place where a store of another tool is looked for.
  if (tool !== "notes" && !file.named) return "unknown";
  others.set(tool, [...(others.get(tool) ?? []), file.path]);
  return "taken";
}

/** Throws `validation_failed` for a program that nobody knows. */
function hintOf(name: string | undefined): Host | undefined {
  if (name === undefined) return undefined;
  const known = Host.safeParse(
    name
      .toLowerCase()
      .replace(/^claude$/, "claude-code")
      .replace(/-cli$/, ""),
  );
  if (known.success) return known.data;
  throw new AppError("validation_failed", `Nothing is known of an agent ${name}.`, {
    hint: `--as takes ${Host.options.join(", ")}.`,
  });
}

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
        `The store now has ${plural(observations, "observation", "observations")} and ${plural(memories, "memory", "memories")}; ${plural(health.index.lag, "text waits for its vector", "texts wait for their vector")}.`,
      );
    }
    if (process.stdout.isTTY)
      process.stdout.write(`\rReading what was learned: ${plural(waiting, "turn", "turns")} to go … `);
    else if (waiting !== said) console.log(`Reading what was learned: ${plural(waiting, "turn", "turns")} to go`);
    said = waiting;
    await sleep(LOOK_EVERY_MS);
  }
}
