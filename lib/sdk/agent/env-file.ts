/** A host's `everme.env`: its lines, and how they stand against the shell's variables (V24). Pure; `runtime` reads the file. */
import type { Environment } from "./config";

/** A program rotates the token by rewriting the file: an old one left in a shell must not hide it. */
const FILE_WINS = new Set(["EVERME_AGENT_TOKEN", "EVERME_AGENT_ID"]);
const LINE = /^(?:export\s+)?([A-Za-z_][A-Za-z0-9_]*)\s*=\s*(.*)$/;

/** `KEY=value` lines; blank ones and those that begin with `#` say nothing, one pair of quotes goes. */
export function parseEnvFile(text: string): Record<string, string> {
  const values = new Map<string, string>();
  for (const raw of text.replace(/^\uFEFF/, "").split(/\r?\n/)) {
    const [, name, value = ""] = LINE.exec(raw.trim()) ?? [];
    if (name !== undefined) values.set(name, unquoted(value.trim()));
  }
  return Object.fromEntries(values);
}

/** The shell's variables over the file's, but for the agent's token and id. Empty values of the file count as absent. */
export function mergeEnv(
  shell: Environment,
  file: Readonly<Record<string, string>>,
): Record<string, string | undefined> {
  const merged: Record<string, string | undefined> = { ...shell };
  for (const [name, value] of Object.entries(file)) {
    const own = shell[name];
    if (value !== "" && (FILE_WINS.has(name) || own === undefined || own === "")) merged[name] = value;
  }
  return merged;
}

function unquoted(value: string): string {
  const quote = value[0];
  return (quote === '"' || quote === "'") && value.length > 1 && value.endsWith(quote) ? value.slice(1, -1) : value;
}
