/** VS Code with Copilot: the MCP server in mcp.json, and instructions to ask it. It sends nothing by itself. */
import { join } from "node:path";
import type { Agent } from "../agent";
import { isBlankJson } from "../json-parts";
import type { Place } from "../place";
import { RULES } from "../rules-text";
import { stdioServer } from "../server-entries";
import { blockPart, isBlankText, ownFilePart } from "../text-parts";

const MARK = "<!-- keepsake: this file was written by `keepsake setup` -->";
const INSTRUCTIONS = ["---", 'applyTo: "**"', "---", MARK, ...RULES, ""].join("\n");

function folder(place: Place): string {
  if (place.platform === "darwin") return join(place.home, "Library", "Application Support", "Code", "User");
  if (place.platform === "win32")
    return join(place.env.APPDATA ?? join(place.home, "AppData", "Roaming"), "Code", "User");
  return join(place.env.XDG_CONFIG_HOME ?? join(place.home, ".config"), "Code", "User");
}

export const vscode: Agent = {
  name: "vscode",
  title: "VS Code",
  sendsEvents: false,
  folder,
  files: (place, { scope }) => [
    {
      path: scope === "project" ? join(place.cwd, ".vscode", "mcp.json") : join(folder(place), "mcp.json"),
      parts: [stdioServer(place, ["servers"], { type: "stdio" })],
      isBlank: isBlankJson(),
    },
    scope === "project"
      ? {
          path: join(place.cwd, ".github", "copilot-instructions.md"),
          parts: [blockPart(RULES)],
          isBlank: isBlankText,
        }
      : {
          path: join(folder(place), "prompts", "keepsake.instructions.md"),
          parts: [ownFilePart(INSTRUCTIONS, MARK)],
          isBlank: isBlankText,
        },
  ],
  notes: () => ["VS Code asks whether you trust the server when it starts it first."],
};
