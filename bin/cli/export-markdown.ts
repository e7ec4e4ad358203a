/** `keepsake export --markdown`: a folder to read and to take in again, one file a memory with what is known of it above the text. */
import { constants, lstatSync, mkdirSync, readdirSync } from "node:fs";
import { open, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { stringify } from "yaml";
import { linesOf } from "../../lib/client";
import { AppError } from "../../lib/contract/errors";
import { ExportFooter, type LineOf, MemoryLine, ProjectLine } from "../../lib/contract/export";
import { plural } from "../../lib/format";
import { isRecord, parseJson } from "../../lib/text/json-value";

export interface MarkdownReport {
  files: number;
  /** Memories that wait for a review, or are older versions of others: those are in the JSON lines alone. */
  waiting: number;
  older: number;
}

const MAX_NAME = 80;

/** The file's path below the folder, and its text. */
export function memoryFile(
  memory: LineOf<"memory">,
  project: LineOf<"project"> | null,
): { folder: string; name: string; text: string } {
  const head = {
    keepsake: "memory",
    key: memory.key,
    ...(project !== null && { project: project.kind === "name" ? project.name : project.key }),
    ...(memory.branch !== null && { branch: memory.branch }),
    ...(memory.attribute !== "" && { attribute: memory.attribute }),
    ...(memory.tags !== "" && { tags: memory.tags.split(",") }),
    tier: memory.tier,
    importance: memory.importance,
    status: memory.status,
    created: new Date(memory.created_at).toISOString(),
    updated: new Date(memory.updated_at).toISOString(),
    ...(memory.expires_at !== null && { expires: new Date(memory.expires_at).toISOString() }),
    uid: memory.uid,
  };
  return {
    folder: project === null ? "all-projects" : `${fileName(project.name)}-${project.id}`,
    name: `${fileName(memory.key)}-${memory.id}.md`,
    text: `---\n${stringify(head)}---\n\n${memory.value}\n`,
  };
}

/** Letters and digits of any script; nothing that a file system takes for something else. */
const fileName = (text: string): string =>
  Array.from(text.normalize("NFC").replace(/[^\p{L}\p{N}]+/gu, "-"))
    .slice(0, MAX_NAME)
    .join("")
    .replace(/^-+|-+$/g, "")
    .toLowerCase() || "memory";

/** Throws `conflict` where something is in the way, `not_ready` where the export ended before its last line. */
export async function saveMarkdown(
  pieces: AsyncIterable<Uint8Array>,
  folder: string,
  force: boolean,
): Promise<MarkdownReport> {
  prepare(folder, force);
  const report: MarkdownReport = { files: 0, waiting: 0, older: 0 };
  const projects = new Map<string, LineOf<"project">>();
  const folders = new Set<string>();
  let isWhole = false;
  for await (const line of linesOf(pieces)) {
    const value = parseJson(line);
    if (!isRecord(value)) continue;
    if (value["type"] === "project") {
      const project = ProjectLine.parse(value);
      projects.set(project.key, project);
    } else if (value["type"] === "memory") {
      const memory = MemoryLine.parse(value);
      if (memory.status === "superseded") report.older += 1;
      else if (memory.review_state !== null) report.waiting += 1;
      else {
        const file = memoryFile(memory, memory.project === null ? null : (projects.get(memory.project) ?? null));
        if (!folders.has(file.folder)) {
          makeFolder(join(folder, file.folder));
          folders.add(file.folder);
        }
        await write(join(folder, file.folder, file.name), file.text, force);
        report.files += 1;
      }
    } else isWhole ||= ExportFooter.safeParse(value).success;
  }
  if (isWhole) return report;
  throw new AppError(
    "not_ready",
    `The server ended before the export was whole; ${plural(report.files, "file was", "files were")} written.`,
    {
      hint: "See its log, then try again with --force.",
    },
  );
}

function prepare(folder: string, force: boolean): void {
  const there = makeFolder(folder);
  if (there && !force && readdirSync(folder).length > 0) {
    throw new AppError("conflict", `${folder} is not empty.`, {
      hint: "Give another folder, or --force to write over files of an earlier export.",
    });
  }
}

/** True when it was there. A link is none of ours: it may lead anywhere. */
function makeFolder(path: string): boolean {
  const stat = lstatSync(path, { throwIfNoEntry: false });
  if (stat === undefined) {
    mkdirSync(path, { recursive: true, mode: 0o700 });
    return false;
  }
  if (stat.isDirectory()) return true;
  throw new AppError("conflict", `${path} is ${stat.isSymbolicLink() ? "a link" : "no folder"}.`, {
    hint: "Give a folder of its own.",
  });
}

/** A new file under another name takes the place of what is there, so that nothing is written through a link. */
async function write(path: string, text: string, force: boolean): Promise<void> {
  const partial = `${path}.${process.pid}.partial`;
  const handle = await open(
    partial,
    constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | (constants.O_NOFOLLOW ?? 0),
    0o600,
  );
  try {
    await handle.writeFile(text);
  } catch (error) {
    await rm(partial, { force: true });
    throw error;
  } finally {
    await handle.close();
  }
  if (!force && lstatSync(path, { throwIfNoEntry: false }) !== undefined) {
    await rm(partial, { force: true });
    throw new AppError("conflict", `${path} is there already.`, { hint: "Give another folder, or --force." });
  }
  await rename(partial, path);
}
