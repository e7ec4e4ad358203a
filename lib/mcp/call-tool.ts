/** One call of a tool: known, allowed, parsed, done, and whatever goes wrong told so that an agent can act on it (E52). */
import type { CallToolResult } from "@modelcontextprotocol/sdk/types.js";
import type { McpProfile } from "../contract/mcp-names";
import { profileTools } from "../contract/mcp-profiles";
import type { McpTool } from "../contract/mcp-tools";
import { requireMcp } from "../settings/mcp";
import { failure, status } from "./answer";
import type { Caller } from "./caller";
import { defect } from "./protocol-error";
import { claudeMem } from "./tools/claude-mem";
import { codewatch } from "./tools/codewatch";
import { coreReading } from "./tools/core-read";
import { coreSession } from "./tools/core-session";
import { coreWriting } from "./tools/core-write";
import { everme } from "./tools/everme";
import { evolvmem } from "./tools/evolvmem";

type Handler = (caller: Caller, input: unknown) => CallToolResult | Promise<CallToolResult>;

/** Each set types its own; by name the input is that of the tool's schema. */
const HANDLERS = new Map(
  Object.entries({
    ...coreReading,
    ...coreWriting,
    ...coreSession,
    ...evolvmem,
    ...codewatch,
    ...claudeMem,
    ...everme,
  }) as [string, Handler][],
);

/** Undefined for a tool that the profile has not. */
export const toolOf = (profile: McpProfile, name: string): McpTool | undefined => {
  const tools = profileTools(profile);
  return Object.hasOwn(tools, name) ? tools[name] : undefined;
};

/**
 * Never throws for what an agent did or the store refuses: that is a result with `isError` and a JSON text. A defect of ours
 * is a protocol error (−32603) without its details; the log has them.
 */
export async function callTool(
  caller: Caller,
  profile: McpProfile,
  name: string,
  args: unknown,
): Promise<CallToolResult> {
  try {
    requireMcp(caller.app);
    const tool = toolOf(profile, name);
    const handler = HANDLERS.get(name);
    if (tool === undefined || handler === undefined) return unknownTool(name);
    return await handler(caller, tool.input.parse(withoutNulls(tool, args)));
  } catch (error) {
    const told = failure(error);
    if (told !== null) return told;
    caller.app.log.error({ err: error, tool: name.slice(0, 100) }, "MCP tool failed");
    throw defect();
  }
}

/** Models send `null` for what they leave out; where it means something by itself it stays. */
function withoutNulls({ input }: McpTool, args: unknown): unknown {
  if (typeof args !== "object" || args === null || Array.isArray(args)) return args ?? {};
  const { shape } = input;
  const means = (name: string): boolean => Object.hasOwn(shape, name) && shape[name]?.safeParse(null).success === true;
  return Object.fromEntries(Object.entries(args).filter(([name, value]) => value !== null || means(name)));
}

export const unknownTool = (name: string): CallToolResult => ({
  ...status({
    error: `There is no tool ${name.slice(0, 100)}.`,
    code: "not_found",
    hint: "tools/list names those that there are.",
  } satisfies Record<string, string>),
  isError: true,
});
