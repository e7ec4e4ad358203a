/** Projects of which nothing is captured: globs of the setting `excluded_projects` over name, key and folder (M6). */
import { homedir } from "node:os";
import picomatch from "picomatch";
import { ancestorKeys, normalizePath } from "../projects/paths";

export interface ProjectNames {
  name: string;
  key: string;
  folder: string | null;
}

/**
 * Steps of all patterns over all texts of a project that are worth an answer: wildcards multiply, a folder may be thousands
 * of characters and have dozens above it, and every request waits.
 */
const MAX_STEPS = 400_000_000;
/** Groups that repeat a choice can take for ever on a text made for it; no one needs them to name a folder. */
const OPTIONS = { dot: true, nocase: true, noextglob: true, nonegate: true, strictSlashes: false } as const;

interface Glob {
  wildcards: number;
  matches: (text: string) => boolean;
}

/**
 * Judges projects. A folder is excluded with all that lies below it; `~` is the home folder. What would take too long
 * to judge counts as excluded: the setting is there to keep things out.
 */
export function projectExcluder(patterns: readonly string[]): Excluder {
  let excluder = compiled.get(patterns);
  if (excluder === undefined) compiled.set(patterns, (excluder = compile(patterns)));
  return excluder;
}

type Excluder = (project: ProjectNames) => boolean;

/** By the list itself: settings are the same object while nothing changes, and every request asks. */
const compiled = new WeakMap<readonly string[], Excluder>();

function compile(patterns: readonly string[]): Excluder {
  const globs = patterns.filter((pattern) => pattern !== "").map(globOf);
  if (globs.length === 0) return () => false;
  return (project) => {
    const texts = textsOf(project);
    let steps = 0;
    return globs.some((glob) => texts.some((text) => (steps += costOf(glob, text)) > MAX_STEPS || glob.matches(text)));
  };
}

function globOf(pattern: string): Glob {
  const wildcards = pattern.match(/\*+/g)?.length ?? 0;
  return { wildcards, matches: picomatch(withHome(pattern), OPTIONS) };
}

/** A trailing slash names the same folder. */
function withHome(pattern: string): string {
  const whole = pattern === "~" || /^~[\\/]/.test(pattern) ? homedir() + pattern.slice(1) : pattern;
  const slashes = /^(?:[a-z]:)?\\|^[a-z]:\//i.test(whole) ? whole.replaceAll("\\", "/") : whole;
  return slashes.length > 1 ? slashes.replace(/\/$/, "") : slashes;
}

/** Ways to lay so many wildcards into a text. */
function costOf({ wildcards }: Glob, text: string): number {
  let cost = 1;
  for (let at = 1; at <= wildcards; at += 1) cost = (cost * (text.length + at)) / at;
  return cost;
}

function textsOf({ name, key, folder }: ProjectNames): string[] {
  const path = folder === null ? null : normalizePath(folder);
  const at = key.indexOf(":");
  // A key's own part, e.g. `github.com/owner/repo`, is what people know.
  const texts = [name, key, at === -1 ? key : key.slice(at + 1)];
  if (path !== null) texts.push(path.text, ...ancestorKeys(path.text));
  return [...new Set(texts)];
}
