/** Cursor: hooks.json, mcp.json, and for a project a rule, since no hook of it may add to a prompt. */
import { join } from "node:path";
import type { Agent } from "../agent";
import { commandOf, HOOK_SECONDS } from "../hook-entries";
import { hooksPart, isBlankJson, requiredKey, withoutEntry } from "../json-parts";
import { isOurCommand } from "../marks";
import type { Place, Scope } from "../place";
import { RULES } from "../rules-text";
import { stdioServer } from "../server-entries";
import { isBlankText, ownFilePart } from "../text-parts";

const EVENTS = [
  "sessionStart",
  "beforeSubmitPrompt",
  "postToolUse",
  "postToolUseFailure",
  "afterAgentResponse",
  "preCompact",
  "stop",
  "sessionEnd",
];

const MARK = "<!-- keepsake: this file was written by `keepsake setup` -->";
const RULE = [
  "---",
  "description: Memory of this project across sessions",
  "alwaysApply: true",
  "---",
  MARK,
  ...RULES,
  "",
].join("\n");

const folder = (place: Place): string => join(place.home, ".cursor");
const base = (place: Place, scope: Scope): string => (scope === "project" ? join(place.cwd, ".cursor") : folder(place));

export const cursor: Agent = {
  name: "cursor",
  title: "Cursor",
  sendsEvents: true,
  folder,
  files: (place, { scope, style }) => [
    {
      path: join(base(place, scope), "hooks.json"),
      parts: [
        requiredKey(["version"], 1),
        hooksPart({
          path: ["hooks"],
          wanted: Object.fromEntries(
            EVENTS.map((event) => [event, { command: commandOf(place, "cursor", style), timeout: HOOK_SECONDS }]),
          ),
          without: withoutEntry(({ command }) => isOurCommand(command)),
        }),
      ],
      isBlank: isBlankJson("version"),
    },
    { path: join(base(place, scope), "mcp.json"), parts: [stdioServer(place, ["mcpServers"])], isBlank: isBlankJson() },
    ...(scope === "project"
      ? [
          {
            path: join(place.cwd, ".cursor", "rules", "keepsake.mdc"),
            parts: [ownFilePart(RULE, MARK)],
            isBlank: isBlankText,
          },
        ]
      : []),
  ],
  notes: (_place, { scope }) =>
    scope === "user"
      ? [
          "Cursor keeps rules for all projects in its own settings only: `keepsake setup --agent cursor --scope project` adds the rule to one.",
        ]
      : ["These files name a folder of this machine: keep them out of the repository, or set up with --scope user."],
};
