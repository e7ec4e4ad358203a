/** `dist/mcp.mjs`: what hosts start. Nothing but node's own parts is loaded before the handshake is answered. */
import { parseArgs } from "node:util";
import { runMcp } from "./run";

try {
  const { values } = parseArgs({
    args: process.argv.slice(process.argv[2] === "mcp" ? 3 : 2),
    options: {
      profile: { type: "string", default: "core" },
      project: { type: "string" },
      "no-start": { type: "boolean", default: false },
    },
  });
  await runMcp({ profile: values.profile, project: values.project, start: !values["no-start"] });
} catch (error) {
  console.error(`keepsake mcp: ${error instanceof Error ? error.message : "unknown error"}`);
  process.exitCode = 1;
}
