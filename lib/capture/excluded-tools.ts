/** Tools whose uses are not captured: those that a setting names, and our own, whose output would feed memory with itself (M6). */
import { isOwnTool } from "../text/own-tools";

/** A longer command does more than read memory. */
const MAX_COMMAND = 2_000;
/** Our command line, and the addresses that agents with nothing but a shell are given. */
const OWN_COMMAND =
  /(?:^|[;&|(]\s{0,4}|npx\s{1,4}|[/\\])(?:keepsake|keepsake\.mjs|codewatch-memory)["']?\s{1,4}(?:search|inject|session-start|--recall)(?=[\s"';&|)]|$)|:\d{2,5}\/api\/(?:memory-search|context\/(?:inject|recall|semantic|preview))\b/;

/** True for a shell command that reads memory: its output was remembered before. */
export function readsMemory(input: unknown): boolean {
  if (typeof input !== "object" || input === null) return false;
  const { command } = input as { command?: unknown };
  return typeof command === "string" && command.length <= MAX_COMMAND && OWN_COMMAND.test(command);
}

/** Judges tool names by the setting `skip_tools`: a trailing `*` stands for any ending, letter case counts. */
export function toolSkipper(patterns: readonly string[]): (name: string) => boolean {
  const names = new Set(patterns);
  const beginnings = patterns.filter((pattern) => pattern.endsWith("*")).map((pattern) => pattern.slice(0, -1));
  return (name) => names.has(name) || isOwnTool(name) || beginnings.some((beginning) => name.startsWith(beginning));
}
