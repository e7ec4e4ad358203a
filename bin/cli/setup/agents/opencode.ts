/** OpenCode: the MCP server in opencode.json, in the layout of its version, and a plugin file that hands on what happens. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { getNodeValue } from "jsonc-parser";
import type { Agent } from "../agent";
import { isBlankJson, serverPart } from "../json-parts";
import { nodeAt, parseJson } from "../json-text";
import { isOurLaunch, MARK, mcpLaunch, SERVER_NAME } from "../marks";
import type { Part } from "../part";
import type { Place, Scope } from "../place";
import { isRefusal } from "../refusal";
import { isBlankText, ownFilePart } from "../text-parts";

const PLUGIN_MARK = `// ${MARK}: written by \`keepsake setup\``;

const folder = (place: Place): string => join(place.env.XDG_CONFIG_HOME ?? join(place.home, ".config"), "opencode");

/** It reads both names; the one that is there is gone on with. */
function configFile(place: Place, scope: Scope): string {
  const bases = scope === "project" ? [place.cwd, join(place.cwd, ".opencode")] : [folder(place)];
  const files = bases.flatMap((base) => [join(base, "opencode.jsonc"), join(base, "opencode.json")]);
  return files.find((file) => existsSync(file)) ?? join(bases[0] ?? place.cwd, "opencode.json");
}

const entryOf = (place: Place): Record<string, unknown> => {
  const { command, args, env } = mcpLaunch(place);
  return { type: "local", command: [command, ...args], ...(env === null ? {} : { environment: env }) };
};

const isOurs = ({ command }: Record<string, unknown>): boolean => Array.isArray(command) && isOurLaunch(command);

/** Version 1 has servers right under `mcp`; from version 2 on they are under `mcp.servers`, and version 1 refuses that. */
function mcpPart(place: Place): Part {
  const parts = {
    first: serverPart({ path: ["mcp"], name: SERVER_NAME, entry: entryOf(place), isOurs }),
    second: serverPart({ path: ["mcp", "servers"], name: SERVER_NAME, entry: entryOf(place), isOurs }),
  };
  return {
    add: (text) => (isFirstLayout(text) ? parts.first : parts.second).add(text),
    remove(text) {
      const edited = parts.first.remove(text);
      return isRefusal(edited) || edited !== text ? edited : parts.second.remove(text);
    },
    isIn: (text) => parts.first.isIn(text) || parts.second.isIn(text),
  };
}

/** By what is in the file already: `plugin`, or a server right under `mcp`. */
function isFirstLayout(text: string): boolean {
  const root = parseJson(text);
  if (root === null || isRefusal(root)) return false;
  if (nodeAt(root, ["plugins"]) !== undefined || nodeAt(root, ["mcp", "servers"]) !== undefined) return false;
  if (nodeAt(root, ["plugin"]) !== undefined) return true;
  const servers = nodeAt(root, ["mcp"]);
  const values: unknown[] = servers?.type === "object" ? Object.values(getNodeValue(servers) as object) : [];
  return values.some((server) => typeof server === "object" && server !== null && "type" in server);
}

function pluginFile(place: Place): string {
  const url = pathToFileURL(join(place.root, "dist", "opencode-plugin.mjs")).href;
  const home = place.dataHome === null ? [] : [`process.env.KEEPSAKE_HOME ??= ${JSON.stringify(place.dataHome)};`];
  return [
    PLUGIN_MARK,
    ...home,
    `export * from ${JSON.stringify(url)};`,
    `export { default } from ${JSON.stringify(url)};`,
    "",
  ].join("\n");
}

export const opencode: Agent = {
  name: "opencode",
  title: "OpenCode",
  sendsEvents: true,
  folder,
  files: (place, { scope }) => [
    { path: configFile(place, scope), parts: [mcpPart(place)], isBlank: isBlankJson("$schema") },
    {
      path: join(scope === "project" ? join(place.cwd, ".opencode") : folder(place), "plugins", "keepsake.js"),
      parts: [ownFilePart(pluginFile(place), PLUGIN_MARK)],
      isBlank: isBlankText,
    },
  ],
  notes: () => [
    "OpenCode loads plugins and MCP servers when it starts.",
    "The plugin speaks the plugin interface of OpenCode 1; with OpenCode 2 memory comes by the MCP server alone.",
  ],
};
