/** Whether the events of each connected agent arrive: what their settings say beside what the store and the spool have. */
import { closeSync, existsSync, openSync, readdirSync, readSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import type Sqlite from "better-sqlite3";
import type { CheckFinding } from "../../lib/contract/checks";
import { SPOOL_FOLDER, SPOOL_NAME } from "../../lib/contract/spool";
import type { Env } from "../../lib/env";
import { localIso, plural } from "../../lib/format";
import { seenHosts } from "../../lib/hosts/seen-query";
import { AGENTS, type Connection, connectionsOf } from "../cli/setup/agents";
import type { Agent } from "../cli/setup/agent";
import type { Place, Scope } from "../cli/setup/place";
import { pluginRoot } from "../cli/setup/plugin";
import { programsElsewhere } from "../cli/setup/programs-named";

/** The command line's own check: a server does not look into its user's settings. */
export type AgentFinding = Omit<CheckFinding, "code"> & { code: "agent" };

interface Seen {
  /** Milliseconds UTC of the last event that came by itself and is stored. */
  stored: ReadonlyMap<string, number>;
  /** Events that wait until a server runs, by host. */
  waiting: ReadonlyMap<string, number>;
}

export function checkAgents(env: Env, place: Place): AgentFinding[] {
  const seen = { stored: storedEvents(env, place.root), waiting: waitingEvents(env.home) };
  const findings = AGENTS.flatMap((agent) => {
    const files = connectionsOf(agent, place);
    return files.length === 0 ? [] : [lost(agent, files, place) ?? judged(agent, files, seen)];
  });
  if (findings.length > 0) return findings;
  const fix = "Run `keepsake setup`: it shows what it would change before it does.";
  return [{ code: "agent", name: "Agents", state: "warn", detail: "none is connected", fix }];
}

/** Entries that start what is not there, or another installation: whatever arrived before, nothing of this one will; null = none. */
function lost(agent: Agent, files: readonly Connection[], place: Place): AgentFinding | null {
  const elsewhere = files.flatMap(({ path, text }) => {
    const { missing, foreign } = programsElsewhere(text, place.root);
    const copied = agent.name === "claude-code" ? pluginRoot(place, text) : null;
    if (copied !== null && copied !== place.root) (existsSync(copied) ? foreign : missing).push(copied);
    return [
      ...missing.map((program) => ({ path, program, isMissing: true })),
      ...foreign.map((program) => ({ path, program, isMissing: false })),
    ];
  });
  const first = elsewhere.find(({ isMissing }) => isMissing) ?? elsewhere[0];
  if (first === undefined) return null;
  const { path, program, isMissing } = first;
  const isOf = (scope: Scope): boolean =>
    agent.files(place, { scope, style: null, plugin: null }).some((file) => file.path === path);
  const scope = !isOf("user") && isOf("project") ? " --scope project" : "";
  return {
    code: "agent",
    name: agent.title,
    state: isMissing ? "fail" : "warn",
    detail: isMissing
      ? `${path} starts ${program}, which is not there`
      : `${path} starts another installation: ${program}`,
    fix: `Run \`keepsake setup --agent ${agent.name}${scope}\` again: it names this installation's programs instead.`,
  };
}

function judged(
  agent: { name: string; title: string; sendsEvents: boolean },
  files: readonly Connection[],
  { stored, waiting }: Seen,
): AgentFinding {
  const at = stored.get(agent.name);
  const count = waiting.get(agent.name) ?? 0;
  const finding = { code: "agent" as const, name: agent.title };
  if (count > 0)
    return {
      ...finding,
      state: "warn",
      detail: `connected, but ${plural(count, "event waits", "events wait")} in the data folder: no server took them`,
      fix: "Start the server; they are delivered in order then.",
    };
  if (at !== undefined) return { ...finding, state: "ok", detail: `connected, last event ${localIso(at)}` };
  if (!agent.sendsEvents) return { ...finding, state: "ok", detail: "connected by MCP; it sends no events by itself" };
  return {
    ...finding,
    state: "warn",
    detail: `connected (${files.map(({ path }) => path).join(", ")}), but no event arrived yet`,
    fix: "Start a new session there and say something, with the server running; then look again.",
  };
}

/** Empty where there is no store yet; where it cannot be read the database's own check says so. */
function storedEvents(env: Env, root: string): Map<string, number> {
  const file = join(env.home, "keepsake.db");
  if (!existsSync(file)) return new Map();
  const Driver = createRequire(join(root, "package.json"))("better-sqlite3") as typeof Sqlite;
  let db: Sqlite.Database | undefined;
  try {
    db = new Driver(file, { readonly: true, timeout: 5000 });
    return new Map(seenHosts({ sqlite: db }).map(({ host, lastEventAt }) => [host, lastEventAt]));
  } catch (error) {
    if (error instanceof Driver.SqliteError) return new Map();
    throw error;
  } finally {
    db?.close();
  }
}

const HEAD_BYTES = 200;

function waitingEvents(home: string): Map<string, number> {
  const folder = join(home, SPOOL_FOLDER);
  const counts = new Map<string, number>();
  if (!existsSync(folder)) return counts;
  for (const name of readdirSync(folder).filter((file) => SPOOL_NAME.test(file))) {
    const host = /^\{"host":"([a-z-]+)"/.exec(headOf(join(folder, name)))?.[1];
    if (host !== undefined) counts.set(host, (counts.get(host) ?? 0) + 1);
  }
  return counts;
}

/** Delivered and gone meanwhile is as good as never there. */
function headOf(path: string): string {
  try {
    const file = openSync(path, "r");
    try {
      const head = Buffer.alloc(HEAD_BYTES);
      return head.toString("utf8", 0, readSync(file, head, 0, HEAD_BYTES, 0));
    } finally {
      closeSync(file);
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return "";
    throw error;
  }
}
