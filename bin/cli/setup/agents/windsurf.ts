/** Windsurf: hooks.json that tell us what happens, mcp_config.json, and rules, since no hook of it may add to a prompt. */
import { join } from "node:path";
import type { Agent } from "../agent";
import { hooksPart, isBlankJson, withoutEntry } from "../json-parts";
import { hookCommand, isOurCommand } from "../marks";
import type { Place } from "../place";
import { RULES } from "../rules-text";
import { stdioServer } from "../server-entries";
import { blockPart, isBlankText, ownFilePart } from "../text-parts";

const EVENTS = ["pre_user_prompt", "post_write_code", "post_run_command", "post_mcp_tool_use", "post_cascade_response"];

const MARK = "<!-- keepsake: this file was written by `keepsake setup` -->";
const RULE = ["---", "trigger: always_on", "---", MARK, ...RULES, ""].join("\n");

const folder = (place: Place): string => join(place.home, ".codeium", "windsurf");

export const windsurf: Agent = {
  name: "windsurf",
  title: "Windsurf",
  sendsEvents: true,
  folder,
  files: (place, { scope }) => {
    // Always our program: its payloads name no folder, which only a program that runs there can tell.
    const hooks = {
      path: scope === "project" ? join(place.cwd, ".windsurf", "hooks.json") : join(folder(place), "hooks.json"),
      parts: [
        hooksPart({
          path: ["hooks"],
          wanted: Object.fromEntries(
            EVENTS.map((event) => [event, { command: hookCommand(place, "windsurf"), show_output: false }]),
          ),
          without: withoutEntry(({ command }) => isOurCommand(command)),
        }),
      ],
      isBlank: isBlankJson(),
    };
    if (scope === "project")
      return [
        hooks,
        {
          path: join(place.cwd, ".windsurf", "rules", "keepsake.md"),
          parts: [ownFilePart(RULE, MARK)],
          isBlank: isBlankText,
        },
      ];
    return [
      hooks,
      {
        path: join(folder(place), "mcp_config.json"),
        parts: [stdioServer(place, ["mcpServers"])],
        isBlank: isBlankJson(),
      },
      { path: join(folder(place), "memories", "global_rules.md"), parts: [blockPart(RULES)], isBlank: isBlankText },
    ];
  },
  notes: (_place, { scope }) => [
    "Restart Windsurf: it reads hooks and MCP servers when it starts.",
    ...(scope === "project"
      ? ["Windsurf has MCP servers for all projects only: set up with --scope user as well."]
      : []),
  ],
};
