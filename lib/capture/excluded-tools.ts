/** Tools whose uses are not captured: those that a setting names, and our own, whose output would feed memory with itself (M6). */
import { DATA_SENTENCE } from "../inject/frame";
import { isOwnTool } from "../text/own-tools";

/** A longer command does more than read memory. */
const MAX_COMMAND = 2_000;
const MAX_PREFIXES = 12;
const SEPARATOR = /&&|\|\||\$\(|[;\n|&(`]/;
/** What may stand before a program's name. */
const PREFIX =
  /^(?:[A-Za-z_]\w*=(?:"[^"]*"|'[^']*'|\S*)\s+|(?:sudo|time|env|exec|command|nohup|node|npx|bunx|pnpx|pnpm|yarn|bun|dlx|x)\s+|(?:ba|da|z)?sh\s+-\w*c\s+["']?|--?\w[\w-]*(?:=\S*)?\s+)/;
const PROGRAM = String.raw`(?:["'][^"'\n]*[/\\]|\S*[/\\])?(?:keepsake|codewatch-memory)(?:\.mjs|\.cmd)?["']?`;
/** Our command line as far as it tells what is stored, and the program that stands in agents' hooks. */
const OWN_COMMAND = new RegExp(
  String.raw`^["']?${PROGRAM}\s+(?:search|inject|review|session-start|export|--recall)(?=[\s"')]|$)|hook\.cjs["']?\s+[\w-]+\s.*--keepsake\b`,
);
/** What agents with nothing but a shell are given, on whatever port it is. */
const OWN_ADDRESS = /:\d{2,5}\/api\/(?:memory-search|context\/(?:inject|recall|semantic|preview))\b/;
/** Ours where nothing else is said, and claude-mem's. */
const USUAL_PORT = 37777;

/**
 * True for a shell command that reads memory: its output was remembered before. `port`: where this server listens; whatever is
 * asked there is ours.
 */
export function readsMemory(input: unknown, port: number | null = null): boolean {
  const command = commandOf(input);
  if (command.length > MAX_COMMAND) return false;
  if (OWN_ADDRESS.test(command)) return true;
  if ([USUAL_PORT, port].some((one) => one !== null && command.includes(`:${one}/`))) return true;
  return command.split(SEPARATOR).some((part) => OWN_COMMAND.test(withoutPrefixes(part)));
}

/** Hosts name the field each in its way, and hand over words at times. */
function commandOf(input: unknown): string {
  if (typeof input !== "object" || input === null) return "";
  const { command, cmd, script } = input as Record<string, unknown>;
  const value = command ?? cmd ?? script;
  if (Array.isArray(value)) return value.filter((word) => typeof word === "string").join(" ");
  return typeof value === "string" ? value : "";
}

function withoutPrefixes(part: string): string {
  let rest = part.trimStart();
  for (let count = 0; count < MAX_PREFIXES; count++) {
    const prefix = PREFIX.exec(rest)?.[0];
    if (prefix === undefined) break;
    rest = rest.slice(prefix.length).trimStart();
  }
  return rest;
}

/** Looked at from each end. */
const EDGE = 400;

/** True for what our tools and hooks print, whatever they are called by: it says so at its beginning, or behind JSON at its end. */
export const isOwnAnswer = (output: string): boolean =>
  output.slice(0, EDGE).includes(DATA_SENTENCE) || output.slice(-EDGE).includes(DATA_SENTENCE);

/** Judges tool names by the setting `skip_tools`: a trailing `*` stands for any ending, letter case counts. */
export function toolSkipper(patterns: readonly string[]): (name: string) => boolean {
  const names = new Set(patterns);
  const beginnings = patterns.filter((pattern) => pattern.endsWith("*")).map((pattern) => pattern.slice(0, -1));
  return (name) => names.has(name) || isOwnTool(name) || beginnings.some((beginning) => name.startsWith(beginning));
}
