/** Which files belong to the project, and how they are shown: relative to its roots, otherwise byte for byte. */

const AGENT_HOME =
  /(?:^|[\\/])\.(?:claude|codex|kimi|kimi-code|gemini|cursor|windsurf|copilot|qwen|opencode|config)[\\/]/;
const SCRATCH = /^(?:\/private)?\/(?:tmp|var\/folders|dev|proc)(?:\/|$)/;
const MAX_PATH = 1024;

const isAbsolute = (path: string): boolean => /^(?:[\\/~]|[A-Za-z]:[\\/])/.test(path);
/** Same length as the path; drive letters and separators compare alike. */
const comparable = (path: string): string =>
  /^[A-Za-z]:[\\/]/.test(path) ? path.toLowerCase().replace(/\\/g, "/") : path;

/** The path as shown, or null where it is no file of the project (scratch folders, the agent's own home). */
export function projectPath(path: string, roots: string[]): string | null {
  if (path === "" || path.length > MAX_PATH || /[\n\r\0]/.test(path)) return null;
  if (!isAbsolute(path)) return path.startsWith("./") ? path.slice(2) || null : path;
  const candidate = comparable(path);
  for (const root of roots) {
    const base = comparable(root).replace(/[\\/]+$/, "");
    if (base !== "" && candidate.startsWith(base) && /^[\\/]/.test(candidate.slice(base.length))) {
      return path.slice(base.length).replace(/^[\\/]+/, "") || null;
    }
  }
  return AGENT_HOME.test(path) || SCRATCH.test(path) ? null : path;
}

/** Shown paths in order of first use, without repeats; at most 100. */
export function projectPaths(paths: Iterable<string>, roots: string[]): string[] {
  const shown = new Set<string>();
  for (const path of paths) {
    const one = projectPath(path, roots);
    if (one !== null) shown.add(one);
    if (shown.size >= 100) break;
  }
  return [...shown];
}
