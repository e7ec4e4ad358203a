/** `keepsake mcp` as the command line lists it; `bin/keepsake.mjs` runs the same sooner, without the other commands. */
import { Command } from "commander";
import { MCP_PROFILES } from "../../lib/contract/mcp-names";
import { type McpOptions, runMcp } from "./run";

export const mcpCommand = (): Command =>
  new Command("mcp")
    .description("Serve agents over MCP on stdin and stdout; starts the server if none runs")
    .option("--profile <name>", `set of tools: ${MCP_PROFILES.join(", ")}`, "core")
    .option("--project <name>", "project by name or key; default: the host's root, else this folder")
    .option("--no-start", "only use a server that runs already")
    .action((options: McpOptions) => runMcp(options));
