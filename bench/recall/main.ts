/** `npm run bench:recall`: how well search finds the right note, or the right turn of a public conversation set. */
import { writeFileSync } from "node:fs";
import type { Embedder } from "../../lib/context";
import { AppError } from "../../lib/contract/errors";
import { type AbstentionRow, runAbstention } from "./abstain";
import { readBeam } from "./beam";
import type { Conversation } from "./conversation";
import { type ConversationRow, runConversations } from "./conversation-run";
import { readLocomo } from "./locomo";
import { type NotesRow, runNotes } from "./notes";
import { type Options, readOptions } from "./options";
import { abstentionTable, conversationTable, notesTable } from "./report";
import { openModel, rememberPassages } from "./store";

const say = (text: string): void => console.error(text);

interface Numbers {
  notes?: NotesRow[];
  abstention?: AbstentionRow[];
  conversations?: ConversationRow[];
}

async function askSets(embedder: Embedder, options: Options): Promise<Numbers> {
  const notes: NotesRow[] = [];
  const abstention: AbstentionRow[] = [];
  for (const set of options.sets) {
    if (!options.abstain) notes.push(...(await runNotes(embedder, set, options.kinds, say, options.only)));
    if (options.abstain || options.isWhole) abstention.push(...(await runAbstention(embedder, set, say)));
  }
  return { notes, abstention };
}

function print({ notes = [], abstention = [], conversations = [] }: Numbers, misses: boolean): void {
  if (notes.length > 0) console.log(notesTable(notes));
  if (abstention.length > 0) console.log(`\n${abstentionTable(abstention)}`);
  if (conversations.length > 0) console.log(conversationTable(conversations));
  if (!misses) return;
  for (const { set, kind, missed } of notes.filter((row) => row.ranker === "hybrid" && row.missed.length > 0)) {
    console.log(`${set}: ${kind}: ${missed.join(" ")}`);
  }
  for (const { what, others } of abstention.filter((row) => row.others.length > 0)) {
    console.log(`${what}: ${others.join(" | ")}`);
  }
}

async function run(): Promise<void> {
  const options = readOptions(process.argv.slice(2));
  const conversations: Conversation[] = [
    ...(options.locomo === undefined ? [] : readLocomo(options.locomo, options.limit)),
    ...(options.beam === undefined ? [] : readBeam(options.beam, options.limit)),
  ];
  const embedder = openModel();
  try {
    const numbers =
      conversations.length > 0
        ? { conversations: await runConversations(embedder, conversations, say, options.only) }
        : await askSets(rememberPassages(embedder), options);
    print(numbers, options.misses);
    if (options.json !== undefined) writeFileSync(options.json, JSON.stringify(numbers, null, 2));
  } finally {
    await embedder.close();
  }
}

try {
  await run();
} catch (error) {
  if (!(error instanceof AppError)) throw error;
  say(error.message);
  if (error.hint !== undefined) say(error.hint);
  process.exitCode = 1;
}
