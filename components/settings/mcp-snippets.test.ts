import { expect, it } from "vitest";
import { claudeMcp, codexMcp, mcpAddress, mcpServers, vscodeMcp } from "./mcp-snippets";

const PROGRAM = "/home/u/it's here/bin/keepsake.mjs";

it("each names the program and its command, safe for whoever reads it", () => {
  expect(claudeMcp("/opt/keepsake/bin/keepsake.mjs")).toBe(
    "claude mcp add keepsake -- node /opt/keepsake/bin/keepsake.mjs mcp",
  );
  expect(claudeMcp(PROGRAM)).toContain(`node '/home/u/it'\\''s here/bin/keepsake.mjs' mcp`);
  const entry = { keepsake: { command: "node", args: [PROGRAM, "mcp"] } };
  expect(JSON.parse(mcpServers(PROGRAM))).toEqual({ mcpServers: entry });
  expect(JSON.parse(vscodeMcp(PROGRAM))).toEqual({ servers: entry });
  expect(codexMcp(PROGRAM)).toBe(`[mcp_servers.keepsake]\ncommand = "node"\nargs = ["${PROGRAM}", "mcp"]`);
  expect(mcpAddress("http://127.0.0.1:37777")).toBe("http://127.0.0.1:37777/mcp");
});
