/** `keepsake everme-mcp` and `keepsake everme-hook` as the command line lists them; `bin/keepsake.mjs` runs the same sooner. */
import { createRequire } from "node:module";
import { Command } from "commander";

export const evermeMcpCommand = (): Command =>
  new Command("everme-mcp")
    .description(
      "Serve the memory of an EverMe gateway over MCP (EVERME_API_BASE, EVERME_AGENT_ID, EVERME_AGENT_TOKEN)",
    )
    .action(async () => {
      await import(new URL("everme-mcp.mjs", import.meta.url).href);
    });

export const evermeHookCommand = (): Command =>
  new Command("everme-hook")
    .description("Run a host's hook on an EverMe gateway: reads the hook's JSON from stdin")
    .argument("<host>", "claude-code or codex")
    .argument("[event]", "default: what the input names")
    .action((host: string, event: string | undefined) => {
      process.argv.splice(2, process.argv.length, host, ...(event === undefined ? [] : [event]));
      createRequire(import.meta.url)("./everme-hook.cjs");
    });
