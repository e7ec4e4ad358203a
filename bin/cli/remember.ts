/** `keepsake remember`, `edit` and `forget`: what is remembered, written, put right and taken away by a person; each can be undone. */
import { resolve, sep } from "node:path";
import { Argument, Command, InvalidArgumentError, Option } from "commander";
import type { MemoryWriteResult, NewMemory } from "../../lib/contract/memory";
import { MAX_KEY_CHARS } from "../../lib/contract/memory";
import { cleanText } from "../../lib/text/clean";
import { connect } from "./connect";
import { parseId } from "./id";
import { namesakes, placeOf } from "./project-label";
import { typed } from "./typed";

interface Options {
  key?: string;
  project?: string;
  global?: boolean;
  pin?: boolean;
}
interface Known {
  name: string;
  key: string;
  roots: string[];
}

export const rememberCommand = (): Command =>
  new Command("remember")
    .description("Write a memory: one statement, told to agents from the next session on")
    .argument("<text...>")
    .addOption(
      new Option("--project <project>", "key, name or alias; default the project of this folder").conflicts("global"),
    )
    .option("--global", "for all projects")
    .option(
      "--key <key>",
      "what it is about, such as shop:cart:decision:cache; a later one of the same key replaces it",
    )
    .option("--pin", "tell it at every start of a session")
    .action(async (words: string[], { key, project, global, pin }: Options) => {
      const { client } = await connect();
      const value = words.join(" ");
      const place = global === true ? null : placeFor((await client.projects()).items, project, process.cwd());
      const written = await client.memories.create({
        key: key ?? keyOf(value, place?.name ?? null),
        value,
        project: place?.key ?? null,
        ...(pin === true ? { tier: "pinned" as const } : {}),
      } satisfies NewMemory);
      console.log(sentenceOf(written));
    });

export const editCommand = (): Command =>
  new Command("edit")
    .description("Put right what a memory says; agents are told the new text")
    .argument("<memory>", "its number", parseId)
    .argument("<text...>")
    .action(async (id: number, words: string[]) => {
      const { client } = await connect();
      const { operation_id } = await client.memories.patch(id, { value: words.join(" ") });
      if (operation_id === null) return console.log(`Memory ${id} says so already.`);
      console.log(`Changed memory ${id}. To take it back: ${typed(`undo ${operation_id}`)}`);
    });

export const forgetCommand = (): Command =>
  new Command("forget")
    .description("Delete memories; they stay in the bin until they are deleted for good in the console")
    .addArgument(new Argument("<memory...>", "their numbers").argParser(collectIds))
    .action(async (ids: number[]) => {
      const { client } = await connect();
      for (const id of ids) {
        const { operation_id } = await client.memories.remove(id);
        if (operation_id === null) console.log(`Memory ${id} was deleted already.`);
        else console.log(`Deleted memory ${id}. To take it back: ${typed(`undo ${operation_id}`)}`);
      }
    });

const collectIds = (text: string, before: number[] = []): number[] => [...new Set([...before, parseId(text)])];

/** The named project, or the one whose folder holds this one. Throws what to type instead where that says nothing, or several. */
export function placeFor(projects: readonly Known[], named: string | undefined, cwd: string): Known {
  if (named !== undefined) {
    const byKey = projects.find(({ key }) => key === named);
    const found = byKey === undefined ? namesakes(projects, named) : [byKey];
    const [first, second] = found;
    // A name that nobody has makes a project: the server says so in its answer.
    if (first === undefined) return { name: named, key: named, roots: [] };
    if (second === undefined) return first;
    const keys = found.map((project) => `--project ${project.key} (${placeOf(project)})`).join(", ");
    throw new InvalidArgumentError(`Several projects are named "${named}". Say which: ${keys}`);
  }
  const holds = (root: string): boolean => cwd === resolve(root) || cwd.startsWith(resolve(root) + sep);
  const here = projects
    .flatMap((project) => project.roots.filter(holds).map((root) => ({ project, length: root.length })))
    .sort((a, b) => b.length - a.length)[0];
  if (here !== undefined) return here.project;
  throw new InvalidArgumentError(
    "No project is known for this folder yet. Name one with --project, or say --global for all of them.",
  );
}

const WORDS = 6;

/** Made of the first words of what may be stored: a secret must not come in by the key. */
export function keyOf(text: string, project: string | null): string {
  const words =
    cleanText(text)
      .text.toLowerCase()
      .match(/[\p{L}\p{N}][\p{L}\p{N}._-]*/gu) ?? [];
  const topic = words
    .slice(0, WORDS)
    .join("_")
    .slice(0, MAX_KEY_CHARS / 2);
  const head = (project ?? "global")
    .trim()
    .toLowerCase()
    .replace(/[\s:]+/g, "-")
    .slice(0, 60);
  return [head || "global", "general", "note", topic || "note"].join(":");
}

/** What became of it, and how to take it back. */
export function sentenceOf({ status, id, reason, project, operation_id, pair_id }: MemoryWriteResult): string {
  const where = project === null ? "all projects" : project;
  const undo = operation_id === null ? "" : ` To take it back: ${typed(`undo ${operation_id}`)}`;
  switch (status) {
    case "added":
      return `Remembered as memory ${id} for ${where}.${undo}`;
    case "replaced":
      return `Memory ${id} is the new version for ${where}.${undo}`;
    case "merged":
      return `That was known; memory ${id} continues it.${undo}`;
    case "skipped":
      return `That is known already as memory ${id}. ${reason ?? ""}`.trim();
    case "conflict":
      return `Memory ${id} says otherwise under the same key: decide with ${typed(`review ${pair_id ?? 0} take-newer | keep-older | keep-both`)}`;
  }
}
