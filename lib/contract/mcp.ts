/** The MCP server over HTTP: its address, its messages, and its switch (M43, M44). */
import { z } from "zod";
import { ProjectRef } from "./common";
import { McpProfileName } from "./mcp-tools";

export const McpStatus = z.object({ enabled: z.boolean() }).meta({ id: "McpStatus" });
export type McpStatus = z.infer<typeof McpStatus>;

export const McpToggle = z.strictObject({ enabled: z.boolean() }).meta({ id: "McpToggle" });
export type McpToggle = z.infer<typeof McpToggle>;

export const McpToggled = z.object({ success: z.literal(true), enabled: z.boolean() }).meta({ id: "McpToggled" });
export type McpToggled = z.infer<typeof McpToggled>;

/** `/mcp?profile=core&project=shop`: counts for the session that the first message opens. */
export const McpQuery = z.object({
  profile: McpProfileName.default("core"),
  /** Key, name or alias of the project that the session works in; absent = the host's first root, else `cwd`, else all projects. */
  project: ProjectRef.optional(),
  cwd: z.string().max(4096).optional(),
});
export type McpQuery = z.infer<typeof McpQuery>;

/** Of the first message: `emk_…` or `evt_…`, for EverMe's tools; the bearer is the server's own token. */
export const EVERME_KEY_HEADER = "everme-key";

/** A message of JSON-RPC 2.0; its own fields are the protocol's. */
export const McpMessage = z
  .looseObject({
    jsonrpc: z.literal("2.0"),
    id: z.union([z.string().max(300), z.number().int()]).optional(),
    method: z.string().max(200).optional(),
    params: z.record(z.string(), z.unknown()).optional(),
  })
  .meta({ id: "McpMessage" });

/** What every refusal of `/mcp` answers, whatever refused it. */
export const McpError = z
  .object({
    jsonrpc: z.literal("2.0"),
    error: z.object({ code: z.number().int(), message: z.string(), data: z.unknown().optional() }),
    id: z.union([z.string(), z.number()]).nullable(),
  })
  .meta({ id: "McpError" });
export type McpError = z.infer<typeof McpError>;
