/** `dist/everme-mcp.mjs`: the MCP server for an EverMe gateway on stdin and stdout, until its host goes away. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { memTools, type MemTools } from "../../lib/sdk/agent/adapters/mcp";
import { createClient } from "../../lib/sdk/agent/client";
import { assertConfigUsable, bearerOf, canWrite } from "../../lib/sdk/agent/config";
import { packageRoot } from "../cli/root";
import { watchParent } from "../mcp/parent";
import { createEvermeServer } from "./mcp-server";
import { readConfig } from "./settings";

// Whatever a library says must not stand between messages.
console.log = console.error;

const { version } = JSON.parse(readFileSync(join(packageRoot(), "package.json"), "utf8")) as { version: string };
const conversationId = `mcp-${crypto.randomUUID()}`;
let made: MemTools | undefined;

const NO_TOKEN = "No token: a person has to set EVERME_AGENT_TOKEN and EVERME_AGENT_ID, or EVERME_API_KEY to read.";

/** Read again until there is a token: a person may write the file while the host runs. */
function tools(): MemTools {
  if (made !== undefined) return made;
  const config = readConfig(process.env);
  const token = bearerOf(config);
  if (token === "") throw new TypeError(NO_TOKEN);
  const { apiBase, agentId, timeoutMs } = config;
  made = memTools(createClient({ apiBase, token, agentId, timeoutMs, name: "keepsake-everme-mcp" }), conversationId);
  return made;
}

function requireWrite(): void {
  const config = readConfig(process.env);
  if (canWrite(config)) return;
  try {
    assertConfigUsable(config);
  } catch (error) {
    throw new TypeError(error instanceof Error ? error.message : "EVERME_AGENT_TOKEN must be set");
  }
  throw new TypeError("Writing needs an agent's token (evt_…) in EVERME_AGENT_TOKEN; an account's key only reads.");
}

// Said at once too: hosts show it in their log, and a person who starts it by hand sees no tool's answer.
if (bearerOf(readConfig(process.env)) === "") console.error(`everme-mcp: ${NO_TOKEN}`);
const server = createEvermeServer({ tools, requireWrite, version });
// When stdin ends, what is under way is still answered; then nothing keeps the process.
process.stdout.once("error", () => process.exit(0));
watchParent(process, () => process.exit(0));
await server.connect(new StdioServerTransport());
