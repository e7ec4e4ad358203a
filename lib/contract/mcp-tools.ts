/** What a tool of the MCP server is, and small inputs that several of them share. */
import { z } from "zod";
import { MCP_PROFILES } from "./mcp-names";

export const McpProfileName = z.enum(MCP_PROFILES);

/** What a tool does to what is stored; hosts ask before they call what is not read-only. All of ours stay on this machine. */
export interface McpAnnotations {
  readOnlyHint: boolean;
  destructiveHint: boolean;
  idempotentHint: boolean;
  openWorldHint: false;
}

export interface McpTool<Input extends z.ZodObject = z.ZodObject> {
  title: string;
  /** For a model: when to call it, and what comes back. */
  description: string;
  /** Fields that are not known are ignored: models send what they like. */
  input: Input;
  annotations: McpAnnotations;
}

const hints = (readOnlyHint: boolean, destructiveHint: boolean, idempotentHint: boolean): McpAnnotations => ({
  readOnlyHint,
  destructiveHint,
  idempotentHint,
  openWorldHint: false,
});
export const READS = hints(true, false, true);
/** Adds, and takes nothing away. */
export const ADDS = hints(false, false, false);
/** Adds or changes so that the same call again changes nothing more. */
export const SETS = hints(false, false, true);
/** Puts another thing in the place of what there is, or takes it away; Undo brings it back. */
export const REPLACES = hints(false, true, true);

export const tool = <Input extends z.ZodObject>(definition: McpTool<Input>): McpTool<Input> => definition;

/** A number, or its digits: models send both. `null` counts as left out. */
export const looseInt = (min: number, max: number) =>
  z.preprocess(
    (value) => (value === null || value === "" ? undefined : value),
    z.coerce.number().int().min(min).max(max).optional(),
  );

/** A list, a comma list, a list written as JSON, or a single number. `null` counts as left out. */
export const listed = (value: unknown): unknown => {
  if (typeof value === "number") return [value];
  if (typeof value !== "string") return value ?? undefined;
  try {
    const parsed: unknown = value.trimStart().startsWith("[") ? JSON.parse(value) : null;
    if (Array.isArray(parsed)) return parsed as unknown[];
  } catch {
    // Brackets of something else.
  }
  return value.split(",").flatMap((part) => part.trim() || []);
};

/** As {@link listed} reads it; may be left out. */
export const looseList = <Item extends string>(item: z.ZodType<Item>, max: number) =>
  z.preprocess(listed, z.array(item).max(max).optional());

/** True or false, also as a word. */
export const looseFlag = <Flag extends z.ZodType>(flag: Flag) =>
  z.preprocess((value) => {
    const word = typeof value === "string" ? value.trim().toLowerCase() : value;
    if (word === "true") return true;
    return word === "false" ? false : word === null || word === "" ? undefined : value;
  }, flag);

/** The number of a row, also with the mark that other tools show in front of it: `M12`, `[O41]`, `#41`. */
export const looseId = (marks: RegExp) =>
  z.preprocess(
    (value) => (typeof value === "string" ? unbracketed(value).replace(marks, "") : value),
    z.coerce.number().int().positive(),
  );

/** Ids stand in brackets in what tools answer. */
export const unbracketed = (ref: string): string =>
  ref
    .trim()
    .replace(/^\[([^\]]*)\]$/, "$1")
    .trim();

/** Of an answer, about four characters each. */
export const MaxTokens = looseInt(200, 20_000).describe("Most tokens of the answer, default 2000");
