/** `keepsake export`: the store as JSON lines, to a file that gets its name when it is whole or to the standard output, or memories as a folder. */
import { once } from "node:events";
import { existsSync } from "node:fs";
import { open, rename, rm } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { Command } from "commander";
import { AppError } from "../../lib/contract/errors";
import { EXPORT_KINDS, ExportFooter, ExportKind } from "../../lib/contract/export";
import { formatCount, plural } from "../../lib/format";
import type { ExportAsked } from "../../lib/client";
import { parseJson } from "../../lib/text/json-value";
import { connect } from "./connect";
import { counted } from "./counted";
import { saveMarkdown } from "./export-markdown";

interface Options {
  out?: string;
  markdown?: string;
  project?: string;
  kind?: string[];
  since?: string;
  until?: string;
  evidence: boolean;
  force?: boolean;
}

export const exportCommand = (): Command =>
  new Command("export")
    .description(
      "Write the store as JSON lines, which keepsake import takes in again. Secrets, tokens and settings are not in it",
    )
    .option("--out <file>", "a file (only its owner can read it); without it the standard output")
    .option("--markdown <folder>", "memories as a folder instead, one file each, to read and to import again")
    .option("--force", "with --out or --markdown: write over what is there")
    .option("--project <name>", "only one project, by its name, key or alias")
    .option("--kind <kinds...>", `only these: ${EXPORT_KINDS.join(", ")}`)
    .option("--since <time>", "only what was made from then on, e.g. 2026-11-01")
    .option("--until <time>", "only what was made before then")
    .option("--no-evidence", "without prompts, tool uses and messages")
    .action(async (options: Options) => {
      if (options.markdown !== undefined) return exportMarkdown(options.markdown, options);
      const asked: ExportAsked = {
        kinds: kindsOf(options.kind),
        project: options.project,
        since: options.since,
        until: options.until,
        evidence: options.evidence,
      };
      const { client } = await connect();
      const pieces = client.export(asked);
      if (options.out === undefined) return print(pieces);
      const file = resolve(options.out);
      const footer = await save(pieces, file, options.force === true);
      const counts = Object.entries(footer.counts).flatMap(([kind, n]) => (n === 0 ? [] : [counted(kind, n)]));
      // The first line says what it is, and the last one that it is whole.
      const lines = formatCount(footer.lines + 2);
      console.error(`Wrote ${lines} lines to ${file}: ${counts.join(", ") || "nothing"}, and its first and last line.`);
    });

async function exportMarkdown(name: string, options: Options): Promise<void> {
  if (options.out !== undefined || options.kind !== undefined) {
    throw new AppError(
      "validation_failed",
      "--markdown writes memories into a folder: --out and --kind are for JSON lines.",
    );
  }
  const folder = resolve(name);
  const { client } = await connect();
  const { project, since, until, force = false } = options;
  const pieces = client.export({ kinds: ["memory"], project, since, until, evidence: false });
  const { files, waiting, older } = await saveMarkdown(pieces, folder, force);
  console.error(`Wrote ${counted("memory", files)} to ${folder}.`);
  if (waiting + older > 0)
    console.error(
      `Left out: ${plural(waiting, "that waits", "that wait")} for a review, ${plural(older, "older version", "older versions")}; JSON lines (--out) hold those.`,
    );
}

function kindsOf(given: string[] | undefined): ExportKind[] | undefined {
  return given
    ?.flatMap((words) => words.split(","))
    .map((word) => {
      const kind = ExportKind.safeParse(word.trim());
      if (kind.success) return kind.data;
      throw new AppError("validation_failed", `There is no kind ${word}.`, {
        hint: `Kinds: ${EXPORT_KINDS.join(", ")}.`,
      });
    });
}

async function print(pieces: AsyncIterable<Uint8Array>): Promise<void> {
  for await (const piece of pieces) if (!process.stdout.write(piece)) await once(process.stdout, "drain");
}

const LF = 0x0a;
/** The footer is short. */
const TAIL_BYTES = 4096;

async function save(pieces: AsyncIterable<Uint8Array>, file: string, force: boolean): Promise<ExportFooter> {
  if (!force && existsSync(file)) {
    throw new AppError("conflict", `${file} is there already.`, { hint: "Give another name, or --force." });
  }
  if (!existsSync(dirname(file))) {
    throw new AppError("not_found", `There is no folder ${dirname(file)}.`, {
      hint: "Make it first, or name another.",
    });
  }
  const partial = `${file}.${process.pid}.partial`;
  const handle = await open(partial, "wx", 0o600);
  let isOpen = true;
  try {
    let tail = Buffer.alloc(0);
    for await (const piece of pieces) {
      await handle.writeFile(piece);
      tail = Buffer.concat([tail, piece]).subarray(-TAIL_BYTES);
    }
    const footer = footerOf(tail);
    await handle.sync();
    isOpen = false;
    await handle.close();
    await rename(partial, file);
    return footer;
  } catch (error) {
    if (isOpen) await handle.close();
    await rm(partial, { force: true });
    throw error;
  }
}

/** Throws `not_ready` where the server ended before the last line. */
function footerOf(tail: Buffer): ExportFooter {
  const start = tail.lastIndexOf(LF, tail.length - 2) + 1;
  const footer = tail.at(-1) === LF ? ExportFooter.safeParse(parseJson(tail.subarray(start).toString("utf8"))) : null;
  if (footer?.success === true) return footer.data;
  throw new AppError("not_ready", "The server ended before the export was whole; nothing was written.", {
    hint: "See its log, then try again.",
  });
}
