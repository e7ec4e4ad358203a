/** Reads memory from the gateway: search, and what is known of the person (V2–V4, V53, V54). */
import { headOf } from "../../text/caps";
import { isRecord } from "../../text/json-value";
import type { Client } from "./client";
import { send } from "./save";
import { MAX_QUERY_UNITS, toText } from "./text";

type Row = Record<string, unknown>;

export type MemoryType = "episodic_memory" | "profile" | "raw_message" | "agent_memory";

export interface SearchMemoryInput {
  /** A string or content parts; what a chat channel put around it is taken away, and 1,024 units are sent. */
  query: unknown;
  /** Rows of each kind, 1–50; default 10. */
  topK?: number | undefined;
  rankBy?: string | undefined;
  /** Passed on as it is. */
  filter?: Row | undefined;
  /** Absent = all four. */
  memoryTypes?: readonly MemoryType[] | undefined;
}

export interface MemoryBundle {
  /** Episodes. */
  memories: Row[];
  profiles: Row[];
  /** Messages as they were said, from which nothing may have been drawn yet. */
  rawMessages: Row[];
  agentMemory: { cases: Row[]; skills: Row[] };
  requestId: string;
}

/** An empty bundle without a request when there is nothing to ask. Throws `EvermeError`. */
export async function searchMemory(
  client: Pick<Client, "request"> & Partial<Client>,
  { query, topK, rankBy, filter, memoryTypes }: SearchMemoryInput,
): Promise<MemoryBundle> {
  const asked = headOf(toText(query), MAX_QUERY_UNITS);
  if (asked === "") return bundleOf(null, "");
  const body = {
    query: asked,
    topK: topKOf(topK),
    ...(rankBy === undefined ? {} : { rankBy }),
    ...(filter === undefined ? {} : { filter }),
    ...(memoryTypes === undefined ? {} : { memoryTypes }),
  };
  const { result, requestId } = await send<Row>(client, "/mem/search", body);
  return bundleOf(result, requestId);
}

export interface GetContextInput {
  /** Draws the profile anew instead of the kept one. */
  forceRefresh?: boolean | undefined;
}

export interface MemoryContext {
  profile: Row | null;
  /** When the kept profile was kept and made, as the gateway says it. */
  cachedAt: unknown;
  generatedAt: unknown;
  /** For a model: the gateway's own text, else the profile's lines in a fence; "" = nothing is known. */
  context: string;
  memoryCount: number;
  requestId: string;
}

/** What is known of the person. Throws `EvermeError`. */
export async function getContext(
  client: Pick<Client, "request"> & Partial<Client>,
  { forceRefresh = false }: GetContextInput = {},
): Promise<MemoryContext> {
  const { result, requestId } = await send<Row>(client, "/mem/context", forceRefresh ? { forceRefresh } : {});
  const profile = isRecord(result?.["profile"]) ? result["profile"] : null;
  const own = result?.["context"];
  const lines = profile === null ? [] : profileLines(profile);
  const count = result?.["memoryCount"];
  return {
    profile,
    cachedAt: result?.["cachedAt"] ?? null,
    generatedAt: result?.["generatedAt"] ?? null,
    context: typeof own === "string" && own !== "" ? own : fenced(lines),
    memoryCount: typeof count === "number" ? count : lines.length,
    requestId,
  };
}

/** One line a fact or trait, without a bullet; at most that many characters of each. */
export function profileLines(profile: Row, maxChars = 280): string[] {
  const facts = rowsOf(profile["explicit_info"]).map((row) => ({ tag: row["category"], text: row["description"] }));
  const traits = rowsOf(profile["implicit_traits"]).map((row) => ({ tag: row["trait"], text: row["description"] }));
  return [...facts, ...traits].flatMap(({ tag, text }) => {
    const said = [tag, text].filter((part): part is string => typeof part === "string" && part.trim() !== "");
    const line = said.join(": ").replace(/\s+/g, " ").trim();
    return line === "" ? [] : [headOf(line, maxChars)];
  });
}

const fenced = (lines: readonly string[]): string =>
  lines.length === 0
    ? ""
    : ["```memory", ...lines.map((line) => `- ${line.replaceAll("```", "'''")}`), "```"].join("\n");

function bundleOf(result: Row | null, requestId: string): MemoryBundle {
  const agent = isRecord(result?.["agentMemory"]) ? result["agentMemory"] : {};
  return {
    memories: rowsOf(result?.["items"]),
    profiles: rowsOf(result?.["profiles"]),
    rawMessages: rowsOf(result?.["rawMessages"]),
    agentMemory: { cases: rowsOf(agent["cases"]), skills: rowsOf(agent["skills"]) },
    requestId,
  };
}

const topKOf = (topK: number | undefined): number =>
  topK !== undefined && Number.isInteger(topK) && topK >= 1 ? Math.min(topK, 50) : 10;

const rowsOf = (value: unknown): Row[] => (Array.isArray(value) ? (value as unknown[]).filter(isRecord) : []);
