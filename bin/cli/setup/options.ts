/** The options that set-up and its taking back share, and what they mean. */
import { InvalidArgumentError } from "commander";
import { DEFAULT_PORT, readEnv } from "../../../lib/env";
import { readServerFile, urlOf } from "../server-file";
import { type Agent, AGENT_NAMES, type AgentName } from "./agent";
import { agentNamed, AGENTS } from "./agents";
import { type Place, placeHere } from "./place";

export const AGENT_OPTION = "--agent <names>";
export const AGENT_HELP = `${AGENT_NAMES.join(", ")} (several as a comma list) or all; default: those that are installed`;

/** `all` and nothing = null: whichever is there. */
export function agentsOf(text: string, before: AgentName[] = []): AgentName[] | null {
  const names = text.split(",").map((name) => name.trim().toLowerCase());
  if (names.includes("all")) return null;
  const unknown = names.find((name) => !AGENT_NAMES.some((known) => known === name));
  if (unknown !== undefined) throw new InvalidArgumentError(`known: ${AGENT_NAMES.join(", ")}, all.`);
  return [...new Set([...before, ...(names as AgentName[])])];
}

export const chosen = (names: readonly AgentName[] | null | undefined): readonly Agent[] =>
  names === null || names === undefined ? AGENTS : names.map(agentNamed);

/** The data folder is named to agents' programs only where the environment names one. */
export function place(): Place {
  const env = readEnv();
  const known = readServerFile(env.home);
  const url = known === null ? `http://127.0.0.1:${env.port ?? DEFAULT_PORT}` : urlOf(known);
  return placeHere((process.env["KEEPSAKE_HOME"] ?? "") === "" ? null : env.home, url);
}
