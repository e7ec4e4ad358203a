/** All agents that set-up knows, and which of them are here. */
import { existsSync } from "node:fs";
import type { Agent, AgentName } from "./agent";
import { claudeCode } from "./agents/claude-code";
import { codex } from "./agents/codex";
import { cursor } from "./agents/cursor";
import { gemini } from "./agents/gemini";
import { kimi } from "./agents/kimi";
import { opencode } from "./agents/opencode";
import { vscode } from "./agents/vscode";
import { windsurf } from "./agents/windsurf";
import { isConnected } from "./part";
import type { Place, Scope } from "./place";
import { isRefusal } from "./refusal";
import { readTextFile } from "./text-file";

export const AGENTS: readonly Agent[] = [claudeCode, codex, gemini, cursor, kimi, opencode, windsurf, vscode];

export const agentNamed = (name: AgentName): Agent => {
  const agent = AGENTS.find((candidate) => candidate.name === name);
  if (agent === undefined) throw new RangeError(`No agent ${name}.`);
  return agent;
};

export const isInstalled = (agent: Agent, place: Place): boolean => existsSync(agent.folder(place));

export interface Connection {
  path: string;
  text: string;
}

/** The files of an agent's settings in which entries of ours stand, for all projects or for this one. */
export function connectionsOf(agent: Agent, place: Place): Connection[] {
  const scopes: readonly Scope[] = ["user", "project"];
  const files = scopes.flatMap((scope) => agent.files(place, { scope, style: null, plugin: null }));
  return [...new Map(files.map((file) => [file.path, file])).values()].flatMap((file) => {
    const read = readTextFile(file.path);
    return !isRefusal(read) && isConnected(file, read.text) ? [{ path: file.path, text: read.text }] : [];
  });
}
