/** The MCP server of one connection: the tools of its profile, resources, and who calls from where. */
import { fileURLToPath } from "node:url";
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import {
  CallToolRequestSchema,
  ListToolsRequestSchema,
  RootsListChangedNotificationSchema,
} from "@modelcontextprotocol/sdk/types.js";
import { z } from "zod";
import type { App } from "../context";
import { MCP_NAMES, type McpProfile } from "../contract/mcp-names";
import { listedTools } from "../contract/mcp-profiles";
import { versionOf } from "../health/version";
import { newId } from "../ids";
import { requireMcp } from "../settings/mcp";
import { agentOf } from "./agent-name";
import { callTool } from "./call-tool";
import type { Caller, Connection, Where } from "./caller";
import { addEvermeResources } from "./everme-resources";
import { addResources, type Extra } from "./resources";

export interface ServerOptions {
  profile: McpProfile;
  where: Where;
  /** An EverMe key (V12): the account and agent of EverMe's tools. Absent = this machine's account, and the host as agent. */
  evermeKey?: string | undefined;
  /** Told around each call of a tool: what is at work is not ended. */
  onCall?: (delta: 1 | -1) => void;
}

/** Looser than the library's, which takes none of the roots where one is no `file:`. */
const Roots = z.looseObject({ roots: z.array(z.looseObject({ uri: z.string() })) });

/** Milliseconds for a host to say its roots; one that does not answer is taken for one without. */
const ROOTS_WITHIN_MS = 2_000;

/** Not connected yet. */
export function createMcpServer(app: App, { profile, where, evermeKey, onCall }: ServerOptions): McpServer {
  const { serverName, instructions } = MCP_NAMES[profile];
  const server = new McpServer({ name: serverName, version: versionOf(app) }, { instructions });
  const connection: Connection = { conversationId: newId("mcp"), evermeKey };
  /** undefined = not asked yet. */
  let root: Promise<string | undefined> | undefined;

  const callerOf = async (extra: Extra): Promise<Caller> => ({
    app,
    actor: agentOf(server.server.getClientVersion()?.name),
    where: await whereFrom(extra),
    connection,
  });
  const whereFrom = async (extra: Extra): Promise<Where> => {
    if (where.project !== undefined || server.server.getClientCapabilities()?.roots === undefined) return where;
    root ??= rootOf(extra);
    const cwd = (await root) ?? where.cwd;
    return cwd === undefined ? {} : { cwd };
  };

  server.server.setNotificationHandler(RootsListChangedNotificationSchema, () => {
    root = undefined;
  });
  addResources(server, app, callerOf);
  if (profile === "everme" || profile === "all") addEvermeResources(server, callerOf);
  // Not by `registerTool`: it words what is wrong itself, and lists schemas with all that validation needs.
  server.server.registerCapabilities({ tools: {} });
  server.server.setRequestHandler(ListToolsRequestSchema, () => {
    requireMcp(app);
    return { tools: listedTools(profile) };
  });
  server.server.setRequestHandler(CallToolRequestSchema, async ({ params }, extra) => {
    onCall?.(1);
    try {
      return await callTool(await callerOf(extra), profile, params.name, params.arguments);
    } finally {
      onCall?.(-1);
    }
  });
  return server;
}

/** The first root that is a folder; undefined where the host names none, or does not answer. */
async function rootOf({ sendRequest }: Extra): Promise<string | undefined> {
  const options = { timeout: ROOTS_WITHIN_MS };
  const answer = await sendRequest({ method: "roots/list" }, Roots, options).catch(() => null);
  for (const { uri } of answer?.roots ?? []) {
    const folder = folderOf(uri);
    if (folder !== null) return folder;
  }
  return undefined;
}

/** A root of another kind of machine, or no file at all, is none of ours. */
function folderOf(uri: string): string | null {
  try {
    return new URL(uri).protocol === "file:" ? fileURLToPath(uri) : null;
  } catch {
    return null;
  }
}
