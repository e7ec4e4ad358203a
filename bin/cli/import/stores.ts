/** `keepsake import --from …`: stores of other memory tools, read by the server. */
import { resolve } from "node:path";
import type { Client } from "../../../lib/client";
import { AppError } from "../../../lib/contract/errors";
import type { ForeignFrame, ForeignReport, ImportReport } from "../../../lib/contract/transfer";
import { formatCount, plural } from "../../../lib/format";
import { typed } from "../typed";

export interface StoreOptions {
  /** `claude-mem` or `evolvmem`. */
  from?: string;
  /** File of claude-mem, folder of EvolvMem. */
  db?: string;
  /** A folder, or true for the usual one. */
  evolvmem?: string | true;
  /** A file, or true for the usual one. */
  claudeMem?: string | true;
  summariesAsMemories?: boolean;
  dryRun?: boolean;
  config?: boolean;
}

const PLAIN_EVERY_MS = 5_000;

/** The options that name the store itself are short for `--from` and `--db`. Throws `validation_failed`. */
export function storesOf(options: StoreOptions): Pick<StoreOptions, "evolvmem" | "claudeMem"> {
  const { from, db, evolvmem, claudeMem } = options;
  if (from === undefined && db !== undefined) {
    throw new AppError("validation_failed", "--db needs --from.", { hint: "For example --from claude-mem --db FILE." });
  }
  if (from === undefined) return { ...(evolvmem && { evolvmem }), ...(claudeMem && { claudeMem }) };
  if (from === "claude-mem") return { claudeMem: db ?? claudeMem ?? true };
  if (from === "evolvmem") return { evolvmem: db ?? evolvmem ?? true };
  throw new AppError("validation_failed", `Nothing is known of a tool ${from}.`, {
    hint: "--from takes claude-mem or evolvmem.",
  });
}

/** One path beside `--from` is that tool's store, as `--db` says it. Throws `validation_failed` for several. */
export function withPath<T extends StoreOptions>(paths: string[], options: T): { paths: string[]; options: T } {
  const [db, ...more] = paths;
  if (options.from === undefined || options.db !== undefined || db === undefined) return { paths, options };
  if (more.length > 0) {
    throw new AppError("validation_failed", "--from takes in one store at a time.", {
      hint: `For example --from ${options.from} ${db}`,
    });
  }
  return { paths: [], options: { ...options, db } };
}

export async function importStores(client: Client, options: StoreOptions): Promise<void> {
  const { dryRun = false } = options;
  const { evolvmem, claudeMem } = storesOf(options);
  if (evolvmem !== undefined) {
    const folder = evolvmem === true ? {} : { folder: resolve(evolvmem) };
    report("EvolvMem", await client.importEvolvMem({ ...folder, dryRun, config: options.config ?? false }));
  }
  if (claudeMem === undefined) return;
  const file = claudeMem === true ? {} : { file: resolve(claudeMem) };
  if (options.summariesAsMemories === true) {
    report("Summaries of claude-mem", await client.importClaudeMemSummaries({ ...file, dryRun }));
  } else reportStore(await client.importClaudeMem({ ...file, dryRun }, showProgress()));
}

/** One line that is written over on a terminal, a line now and then elsewhere. */
function showProgress(): (frame: ForeignFrame) => void {
  let said = Date.now();
  return (frame) => {
    if (frame.type !== "progress") return void (process.stdout.isTTY && process.stdout.write("\r\u001b[K"));
    const line = `Reading ${frame.kind}: ${formatCount(frame.done)} of ${formatCount(frame.total)}`;
    if (process.stdout.isTTY) process.stdout.write(`\r\u001b[K${line} … `);
    else if (Date.now() - said >= PLAIN_EVERY_MS) {
      said = Date.now();
      console.log(line);
    }
  };
}

const count = (label: string, number: number): string => `  ${label.padEnd(28)}${formatCount(number).padStart(8)}`;

function reportStore(found: ForeignReport): void {
  console.log(`claude-mem${found.dryRun ? ", nothing written (dry run)" : ""}`);
  for (const [kind, { read, imported, known, duplicate, rejected }] of Object.entries(found.counts)) {
    const did = found.dryRun ? "would come in" : "came in";
    const parts = [
      `${formatCount(imported)} ${did}`,
      `${formatCount(known)} known`,
      `${formatCount(duplicate)} said already`,
      `${formatCount(rejected)} refused`,
    ];
    console.log(`  ${kind.padEnd(14)}${formatCount(read).padStart(9)} = ${parts.join(" + ")}`);
  }
  for (const { kind, row, reason } of found.rejections.slice(0, 10)) console.log(`  ${kind} ${row}: ${reason}`);
  const { operation_ids: operations, vectors_waiting: waiting } = found;
  if (waiting > 0 && !found.dryRun) {
    console.log(
      `  ${plural(waiting, "text waits for its vector", "texts wait for their vector")}; searches by words find what came in now: ${typed("status")}`,
    );
  }
  if (operations.length > 0)
    console.log(`  To take it back: ${typed(`undo ${[...operations].reverse().join(", then ")}`)}`);
}

function report(name: string, found: ImportReport): void {
  console.log(
    [
      `${name}: ${plural(found.total, "row", "rows")}${found.dryRun ? ", nothing written (dry run)" : ""}`,
      count(found.dryRun ? "would come in" : "came in", found.imported),
      count("known from an earlier import", found.known),
      count("stored already", found.same),
      count("against another value", found.conflicts),
      count("refused", found.rejected),
    ].join("\n"),
  );
  for (const { id, reason } of found.rejections.slice(0, 10)) console.log(`  row ${id}: ${reason}`);
  if (found.config !== null) {
    console.log(`  settings: ${found.config.settings.join(", ") || "none"}`);
    for (const { key, reason } of found.config.ignored) console.log(`  not taken over: ${key} (${reason})`);
  }
  if (found.conflicts > 0) console.log(`  What stands against each other waits for you: ${typed("review")}`);
  if (found.operation_id !== null) console.log(`  To take it back whole: ${typed(`undo ${found.operation_id}`)}`);
}
