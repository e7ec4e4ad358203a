/** The options that set-up and its taking back share, and what they mean. */
import { InvalidArgumentError, Option } from "commander";
import { DEFAULT_PORT, readEnv } from "../../../lib/env";
import { lastPort } from "../start/last-port";
import { readServerFile, urlOf } from "../server-file";
import { type Agent, AGENT_NAMES, type AgentName } from "./agent";
import { agentNamed, AGENTS } from "./agents";
import { type Place, placeHere } from "./place";

export const AGENT_HELP = `${AGENT_NAMES.join(", ")} (several as a comma list) or all; default: those that are installed`;

/** A word for all, since commander takes a parser's null for an empty text. */
export type ChosenAgents = AgentName[] | "all";

export const agentOption = (help: string): Option =>
  new Option("--agent <names>", help).argParser((text, before: ChosenAgents | undefined) => agentsOf(text, before));

function agentsOf(text: string, before: ChosenAgents = []): ChosenAgents {
  const names = text.split(",").map((name) => name.trim().toLowerCase());
  const unknown = names.find((name) => name !== "all" && !AGENT_NAMES.some((known) => known === name));
  if (unknown !== undefined) throw new InvalidArgumentError(`known: ${AGENT_NAMES.join(", ")}, all.`);
  if (before === "all" || names.includes("all")) return "all";
  return [...new Set([...before, ...(names as AgentName[])])];
}

/** `all`, like nothing, means whichever is there. */
export const chosen = (names: ChosenAgents | undefined): readonly Agent[] =>
  names === undefined || names === "all" ? AGENTS : names.map(agentNamed);

/** The data folder is named to agents' programs only where the environment names one. */
export function place(): Place {
  const env = readEnv();
  const known = readServerFile(env.home);
  const url = known === null ? `http://127.0.0.1:${env.port ?? lastPort(env.home) ?? DEFAULT_PORT}` : urlOf(known);
  return placeHere((process.env["KEEPSAKE_HOME"] ?? "") === "" ? null : env.home, url);
}
