/** Tools whose uses are not captured: those that a setting names, and our own, whose output would feed memory with itself (M6). */

const OWN = /^mcp__(?:plugin_)?keepsake/i;

/** Judges tool names by the setting `skip_tools`: a trailing `*` stands for any ending, letter case counts. */
export function toolSkipper(patterns: readonly string[]): (name: string) => boolean {
  const names = new Set(patterns);
  const beginnings = patterns.filter((pattern) => pattern.endsWith("*")).map((pattern) => pattern.slice(0, -1));
  return (name) => names.has(name) || OWN.test(name) || beginnings.some((beginning) => name.startsWith(beginning));
}
