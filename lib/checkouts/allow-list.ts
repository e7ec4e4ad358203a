/** Which folders may be looked at and moved (`branch_roots`), by real paths: a link leads to where it leads. */
import { realpathSync } from "node:fs";
import { homedir } from "node:os";
import { isAbsolute, join, sep } from "node:path";
import type { App } from "../context";
import { isTop, normalizePath } from "../projects/paths";
import { readSettings } from "../settings/service";

/** Real paths of what is listed and exists. A relative entry, and one that would list the whole disk, lists nothing. */
export function allowedRoots(app: App): string[] {
  return readSettings(app)
    .branch_roots.map((entry) => realFolder(expandHome(entry)))
    .filter((path) => path !== null);
}

/** `path` (a real one) is one of `roots` or lies below one. */
export const isWithin = (path: string, roots: readonly string[]): boolean =>
  roots.some((root) => path === root || path.startsWith(`${root}${sep}`));

/** Real path of an absolute one; null when it does not exist, may not be seen, or is the top of a disk. */
export function realFolder(path: string): string | null {
  if (!isAbsolute(path)) return null;
  let real: string;
  try {
    real = realpathSync.native(path);
  } catch {
    // Missing, a loop of links, or closed to us: nothing that could be allowed.
    return null;
  }
  const normal = normalizePath(real);
  return normal === null || isTop(normal) ? null : real;
}

export const expandHome = (path: string): string =>
  path === "~" ? homedir() : path.startsWith("~/") ? join(homedir(), path.slice(2)) : path;
