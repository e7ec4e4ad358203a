/** Gemini CLI: hooks and MCP server in one settings file. */
import { join } from "node:path";
import type { Agent } from "../agent";
import { groupedHooks, HOOK_SECONDS } from "../hook-entries";
import { holds, hooksPart, isBlankJson } from "../json-parts";
import type { Place, Scope } from "../place";
import { stdioServer } from "../server-entries";

const EVENTS = ["SessionStart", "BeforeAgent", "AfterTool", "AfterAgent", "PreCompress", "SessionEnd"];

const folder = (place: Place): string => join(place.home, ".gemini");
const settings = (place: Place, scope: Scope): string =>
  join(scope === "project" ? join(place.cwd, ".gemini") : folder(place), "settings.json");

export const gemini: Agent = {
  name: "gemini",
  title: "Gemini CLI",
  sendsEvents: true,
  folder,
  files: (place, { scope, style }) => [
    {
      path: settings(place, scope),
      parts: [
        // Its time is in milliseconds; the name is what `/hooks` lists.
        hooksPart(groupedHooks(place, "gemini", EVENTS, style, { name: "keepsake", timeout: HOOK_SECONDS * 1000 })),
        stdioServer(place, ["mcpServers"]),
      ],
      isBlank: isBlankJson(),
    },
  ],
  notes: (place, { scope }) => [
    ...(scope === "project"
      ? ["Gemini CLI asks whether you trust the hooks of a project when it first sees them."]
      : []),
    ...(holds(settings(place, "user"), ["hooksConfig", "enabled"], false)
      ? ["Its settings switch hooks off (hooksConfig.enabled): nothing is captured until that is taken out."]
      : []),
  ],
};
