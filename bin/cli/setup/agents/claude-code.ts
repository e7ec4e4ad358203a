/** Claude Code: hooks in its settings, the MCP server in its state file; or both by our plugin. */
import { join } from "node:path";
import type { Agent, Wish } from "../agent";
import { groupedHooks, httpHooks } from "../hook-entries";
import { holds, hooksPart, isBlankJson } from "../json-parts";
import type { Part, SettingsFile } from "../part";
import { folderBy, type Place } from "../place";
import { pluginParts } from "../plugin";
import { readTextFile } from "../text-file";
import { isRefusal } from "../refusal";
import { stdioServer } from "../server-entries";

const EVENTS = [
  "SessionStart",
  "UserPromptSubmit",
  "PostToolUse",
  "PostToolUseFailure",
  "Stop",
  "SubagentStop",
  "PreCompact",
  "SessionEnd",
];

const folder = (place: Place): string => folderBy(place, "CLAUDE_CONFIG_DIR", ".claude");

/** The state file lies beside the folder, or in it where the variable names one. */
const stateFile = (place: Place): string =>
  folder(place) === join(place.home, ".claude")
    ? join(place.home, ".claude.json")
    : join(folder(place), ".claude.json");

/** Turned round: what would be put in is taken out, so that hooks and plugin never both speak. */
const absent = (part: Part): Part => ({ ...part, add: (text) => part.remove(text) });

function hasPlugin(place: Place, wish: Wish, settings: string): boolean {
  if (wish.scope === "project") return false;
  if (wish.plugin !== null) return wish.plugin;
  if (wish.style !== null) return false;
  const file = readTextFile(settings);
  return !isRefusal(file) && pluginParts(place).some((part) => part.isIn(file.text));
}

function files(place: Place, wish: Wish): SettingsFile[] {
  const isProject = wish.scope === "project";
  const settings = isProject ? join(place.cwd, ".claude", "settings.local.json") : join(folder(place), "settings.json");
  const servers = isProject ? join(place.cwd, ".mcp.json") : stateFile(place);
  const byPlugin = hasPlugin(place, wish, settings);
  const hooks = hooksPart(
    wish.style === "http"
      ? httpHooks(place, "claude-code", EVENTS)
      : groupedHooks(place, "claude-code", EVENTS, wish.style),
  );
  const server = stdioServer(place, ["mcpServers"], { type: "stdio" });
  const plugin = isProject ? [] : pluginParts(place);
  return [
    {
      path: settings,
      parts: [byPlugin ? absent(hooks) : hooks, ...(byPlugin ? plugin : plugin.map(absent))],
      isBlank: isBlankJson(),
    },
    { path: servers, parts: [byPlugin ? absent(server) : server], isBlank: isBlankJson() },
  ];
}

export const claudeCode: Agent = {
  name: "claude-code",
  title: "Claude Code",
  sendsEvents: true,
  folder,
  files,
  notes: (place, { scope, plugin }) => [
    ...(holds(join(folder(place), "settings.json"), ["disableAllHooks"], true)
      ? ["Its settings switch all hooks off (disableAllHooks): nothing is captured until that is taken out."]
      : []),
    ...(scope === "project"
      ? ["`.mcp.json` names a folder of this machine: keep it out of the repository, or set up with --scope user."]
      : []),
    ...(plugin === true
      ? ["Claude Code installs the plugin when it starts next; `claude plugin list` shows it."]
      : ["Sessions that run already go on without; start a new one."]),
  ],
};
