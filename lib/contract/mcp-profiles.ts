/** Which tools a profile has, as stdio and HTTP list them alike. */
import { z } from "zod";
import { CLAUDE_MEM_TOOLS } from "./mcp-claude-mem";
import { CODEWATCH_TOOLS } from "./mcp-codewatch";
import { CORE_TOOLS } from "./mcp-core";
import { EVERME_TOOLS } from "./mcp-everme";
import { EVOLVMEM_TOOLS } from "./mcp-evolvmem";
import type { McpProfile } from "./mcp-names";
import type { McpAnnotations, McpTool } from "./mcp-tools";

export type McpTools = Readonly<Record<string, McpTool>>;

const SETS: Readonly<Record<Exclude<McpProfile, "all">, McpTools>> = {
  core: CORE_TOOLS,
  evolvmem: EVOLVMEM_TOOLS,
  codewatch: CODEWATCH_TOOLS,
  "claude-mem": CLAUDE_MEM_TOOLS,
  everme: EVERME_TOOLS,
};

const ALL: McpTools = Object.fromEntries(Object.values(SETS).flatMap((set) => Object.entries(set)));

/** Names of each set by itself, for whoever checks that they never clash. */
export const toolNamesBySet = (): string[][] => Object.values(SETS).map((set) => Object.keys(set));

export const profileTools = (profile: McpProfile): McpTools => (profile === "all" ? ALL : SETS[profile]);

/** One entry of `tools/list`. */
export interface ListedTool {
  name: string;
  title: string;
  description: string;
  inputSchema: { type: "object"; [key: string]: unknown };
  annotations: McpAnnotations & { title: string };
}

/** The tools of a profile as `tools/list` answers them, with the JSON Schema of their arguments. */
export function listedTools(profile: McpProfile): ListedTool[] {
  return Object.entries(profileTools(profile)).map(([name, { title, description, input, annotations }]) => {
    const { $schema: _, ...schema } = z.toJSONSchema(input, { io: "input", unrepresentable: "any" });
    const inputSchema = { ...(lean(schema) as object), type: "object" as const };
    return { name, title, description, inputSchema, annotations: { title, ...annotations } };
  });
}

/** Costs tokens in every session and helps no model to fill in a field; what is wrong is told when it is sent. */
const LEFT_OUT = new Set(["pattern", "format", "maxLength"]);

/** The schema without {@link LEFT_OUT} and without the alternative `null`, which means the same as leaving a field out. */
function lean(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(lean);
  if (typeof schema !== "object" || schema === null) return schema;
  const { anyOf, ...rest } = schema as { anyOf?: unknown[] };
  const own = Object.fromEntries(
    Object.entries(rest).flatMap(([name, value]) => (LEFT_OUT.has(name) ? [] : [[name, lean(value)]])),
  );
  if (anyOf === undefined) return own;
  const others = anyOf.map(lean).filter((one) => (one as { type?: unknown }).type !== "null");
  const distinct = [...new Map(others.map((one) => [JSON.stringify(one), one])).values()];
  return distinct.length === 1 ? { ...own, ...(distinct[0] as object) } : { ...own, anyOf: distinct };
}
