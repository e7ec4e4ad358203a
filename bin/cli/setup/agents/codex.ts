/** Codex CLI: hooks in hooks.json, the MCP server in config.toml. */
import { join } from "node:path";
import { parse } from "@decimalturn/toml-patch";
import type { Agent } from "../agent";
import { groupedHooks } from "../hook-entries";
import { hooksPart, isBlankJson } from "../json-parts";
import { SERVER_NAME } from "../marks";
import { folderBy, type Place, type Scope } from "../place";
import { isRefusal } from "../refusal";
import { isOurStdio, stdioEntry } from "../server-entries";
import { readTextFile } from "../text-file";
import { isBlankText } from "../text-parts";
import { tomlServerPart } from "../toml-parts";

const EVENTS = ["SessionStart", "UserPromptSubmit", "PostToolUse", "PreCompact", "SubagentStop", "Stop"];

const folder = (place: Place): string => folderBy(place, "CODEX_HOME", ".codex");
const base = (place: Place, scope: Scope): string => (scope === "project" ? join(place.cwd, ".codex") : folder(place));

export const codex: Agent = {
  name: "codex",
  title: "Codex",
  sendsEvents: true,
  folder,
  files: (place, { scope, style }) => [
    {
      path: join(base(place, scope), "hooks.json"),
      parts: [hooksPart(groupedHooks(place, "codex", EVENTS, style))],
      isBlank: isBlankJson(),
    },
    {
      path: join(base(place, scope), "config.toml"),
      parts: [
        tomlServerPart({ table: "mcp_servers", name: SERVER_NAME, entry: stdioEntry(place), isOurs: isOurStdio }),
      ],
      isBlank: isBlankText,
    },
  ],
  notes: (place, { scope }) => [
    "Codex runs new hooks only after you looked at them: start it and enter /hooks once.",
    ...(scope === "project" ? ["Codex reads a project's folder .codex only where you trust the project."] : []),
    ...(areHooksOff(join(folder(place), "config.toml"))
      ? ["Its config.toml switches hooks off ([features] hooks = false): nothing is captured until that is taken out."]
      : []),
  ],
};

function areHooksOff(path: string): boolean {
  const file = readTextFile(path);
  if (isRefusal(file)) return false;
  try {
    const { features } = parse(file.text) as { features?: Record<string, unknown> };
    return features?.hooks === false || features?.codex_hooks === false;
  } catch {
    // What is no TOML is said where it is to be edited.
    return false;
  }
}
