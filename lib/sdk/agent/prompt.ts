/** Memory as text for a model (V51, V52). Pure. */
import { headOf } from "../../text/caps";
import type { MemoryBundle } from "./search";
import { extractText } from "./text";

export const MEMORY_TYPES = ["episodic", "episodic_memory", "profile", "agent_memory", "raw_message"] as const;

/** What a row's line is tagged with. */
export const MEMORY_TYPE_LABELS: Readonly<Record<(typeof MEMORY_TYPES)[number], string>> = {
  episodic: "episodic",
  episodic_memory: "episodic",
  profile: "profile",
  agent_memory: "agent",
  raw_message: "recent",
};

export interface MemoryPromptOptions {
  /** Which parts are written; all by default. */
  episodic?: boolean | undefined;
  profile?: boolean | undefined;
  skills?: boolean | undefined;
  cases?: boolean | undefined;
  raw?: boolean | undefined;
  /** Puts all of it between ```memory and ```. */
  wrapInCodeBlock?: boolean | undefined;
}

type Row = Readonly<Record<string, unknown>>;

const MAX_LINE = 280;

/** Rows of one list, or a search's bundle, as Markdown; "" where nothing is left. */
export function buildMemoryPrompt(
  memory: readonly Row[] | Partial<Omit<MemoryBundle, "requestId">>,
  options: MemoryPromptOptions = {},
): string {
  const body = (
    Array.isArray(memory) ? listed(memory as readonly Row[]) : sections(memory as MemoryBundle, options)
  ).join("\n");
  if (body === "") return "";
  return options.wrapInCodeBlock === true ? `\`\`\`memory\n${body.replaceAll("```", "'''")}\n\`\`\`` : body;
}

function listed(rows: readonly Row[]): string[] {
  const lines = rows.flatMap((row) => {
    const type = MEMORY_TYPES.find((name) => name === row["type"]);
    const text = type === "profile" ? profileText(row) : (memoryText(row) ?? rawText(row));
    return line(text, MEMORY_TYPE_LABELS[type ?? "episodic_memory"]);
  });
  return lines.length === 0 ? [] : ["## Relevant memory", ...lines];
}

function sections(bundle: Partial<MemoryBundle>, options: MemoryPromptOptions): string[] {
  const { memories = [], profiles = [], rawMessages = [], agentMemory = { cases: [], skills: [] } } = bundle;
  return [
    ...section(
      "## Episodic memory",
      options.episodic,
      memories.map((row) => line(memoryText(row))),
    ),
    ...section(
      "## User profile",
      options.profile,
      profiles.map((row) => line(profileText(row), tagOf(row))),
    ),
    ...section(
      "## Agent skills",
      options.skills,
      agentMemory.skills.map((row) => line(pair(row["name"], row["description"]))),
    ),
    ...section(
      "## Past task cases",
      options.cases,
      agentMemory.cases.map((row) => line(pair(row["taskIntent"], row["approach"]))),
    ),
    ...section(
      "## Recent raw messages (provisional: nothing has been drawn from them yet)",
      options.raw,
      rawMessages.map((row) => line(rawText(row))),
    ),
  ];
}

function section(title: string, isWanted: boolean | undefined, lines: string[][]): string[] {
  // A summary and what was noted of it may say the same.
  const rows = [...new Set(lines.flat())];
  return isWanted === false || rows.length === 0 ? [] : [title, ...rows];
}

function line(text: string | undefined, tag?: string): string[] {
  const flat = text?.replace(/\s+/g, " ").trim() ?? "";
  if (flat === "") return [];
  return [`- ${tag === undefined ? "" : `[${tag}] `}${headOf(flat, MAX_LINE)}`];
}

const stringOf = (value: unknown): string | undefined =>
  typeof value === "string" && value.trim() !== "" ? value : undefined;

const memoryText = (row: Row): string | undefined =>
  stringOf(row["episode"]) ?? stringOf(row["summary"]) ?? stringOf(row["content"]) ?? stringOf(row["text"]);

function profileText(row: Row): string | undefined {
  const data = (row["profileData"] ?? {}) as Row;
  return stringOf(data["embed_text"]) ?? memoryText(row) ?? stringOf(row["description"]);
}

const tagOf = (row: Row): string | undefined =>
  stringOf(row["item_type"]) ?? stringOf(((row["profileData"] ?? {}) as Row)["item_type"]);

function rawText(row: Row): string | undefined {
  const text = extractText(row["content"] ?? row["parts"] ?? row["text"]).trim();
  if (text === "") return undefined;
  const sender = stringOf(row["senderName"]);
  return sender === undefined ? text : `${sender}: ${text}`;
}

function pair(name: unknown, rest: unknown): string | undefined {
  const parts = [stringOf(name), stringOf(rest)].filter((part) => part !== undefined);
  return parts.length === 0 ? undefined : parts.join(" — ");
}
