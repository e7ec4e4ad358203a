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

/** A list, or a comma list. */
export const looseList = <Item extends string>(item: z.ZodType<Item>, max: number) =>
  z.preprocess(
    (value) =>
      typeof value === "string" ? value.split(",").flatMap((part) => part.trim() || []) : (value ?? undefined),
    z.array(item).max(max).optional(),
  );

/** Of an answer, about four characters each. */
export const MaxTokens = looseInt(200, 20_000).describe("Most tokens of the answer, default 2000");
