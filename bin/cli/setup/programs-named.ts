/** Which programs of ours a settings file starts, by the paths that its entries name. Pure but for looking whether files are there. */
import { existsSync, realpathSync } from "node:fs";
import { dirname, isAbsolute, sep } from "node:path";
import { fileURLToPath } from "node:url";

/** From the program's own folder to its end, as JSON, TOML and shells write it; the hook program only with our mark behind it. */
const PROGRAMS =
  /(?:dist[\\/]{1,4}hook\.cjs(?=["'\\]{0,4}\s+[a-z-]+\s+--keepsake(?:[=\s"'\\]|$))|dist[\\/]{1,4}opencode-plugin\.mjs|bin[\\/]{1,4}(?:keepsake|codewatch-memory)\.mjs)(?=["'\s\\,\]]|$)/gm;
/** Longer than any path that a system takes. */
const MAX_PATH = 4096;

/** Absolute paths, each once, in the order of the text. */
export function programsNamed(text: string): string[] {
  const paths = new Set<string>();
  for (const { 0: program, index } of text.matchAll(PROGRAMS)) {
    const before = text.slice(Math.max(0, index - MAX_PATH), index);
    // The sign that ends the word began it; the other one may stand in a folder's name.
    const after = text.slice(index + program.length, index + program.length + MAX_PATH);
    const quote = /["'\n]/.exec(after)?.[0] ?? "\n";
    const start = 1 + Math.max(before.lastIndexOf(quote), before.lastIndexOf("\n"));
    const path = pathOf(before.slice(start) + program);
    if (path !== null && isAbsolute(path)) paths.add(path);
  }
  return [...paths];
}

/** What a quoted word says: without the program that runs it, and without escapes. */
function pathOf(word: string): string | null {
  const written = word.replace(/^\s*(?:\S*[\\/])?node(?:\.exe)?\s+/, "");
  if (!written.startsWith("file:")) return written.replace(/\\{2}/g, "\\").replace(/\\(["$`])/g, "$1");
  try {
    return fileURLToPath(written);
  } catch {
    // An address of another system names no file of this one.
    return null;
  }
}

export interface Elsewhere {
  /** Named, and not there. */
  missing: string[];
  /** There, in another folder than this package's. */
  foreign: string[];
}

/** `root`: this package's folder. What is missing in that is no matter of settings: the check of the installation says it. */
export function programsElsewhere(text: string, root: string): Elsewhere {
  const own = realpathSync(root) + sep;
  const elsewhere: Elsewhere = { missing: [], foreign: [] };
  for (const path of programsNamed(text)) {
    if (path.startsWith(root + sep) || path.startsWith(own)) continue;
    if (!existsSync(path)) elsewhere.missing.push(path);
    else if (!realpathSync(dirname(path)).startsWith(own)) elsewhere.foreign.push(path);
  }
  return elsewhere;
}
