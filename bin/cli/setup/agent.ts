/** What set-up knows of an agent: where it keeps its settings, and what of ours goes into them. */
import type { HookStyle } from "./marks";
import type { SettingsFile } from "./part";
import type { Place, Scope } from "./place";

export const AGENT_NAMES = [
  "claude-code",
  "codex",
  "gemini",
  "cursor",
  "kimi",
  "opencode",
  "windsurf",
  "vscode",
] as const;
export type AgentName = (typeof AGENT_NAMES)[number];

export interface Wish {
  scope: Scope;
  /** null = what is there already, else our hook program. */
  style: HookStyle | null;
  /** Claude Code alone: its hooks and MCP server come with our plugin. null = as it is. */
  plugin: boolean | null;
}

export interface Agent {
  /** Also the name of the host that its events come from. */
  name: AgentName;
  title: string;
  /** Its own folder; there = it is installed, or was. */
  folder(place: Place): string;
  files(place: Place, wish: Wish): readonly SettingsFile[];
  /** What the person has to do or know beside, in sentences. */
  notes(place: Place, wish: Wish): readonly string[];
  /** Whether its events reach us by themselves once it is set up; else only what it asks of the MCP server. */
  sendsEvents: boolean;
}
