/** How a person types this program where they are: by its name where that is linked, by npx in its clone, else by its file. Node's own modules only. */
import { existsSync, readFileSync, realpathSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";

export interface Caller {
  /** The package's folder. */
  root: string;
  cwd: string;
  /** The environment's PATH. */
  path: string;
  platform: NodeJS.Platform;
}

export const callerAt = (root: string): Caller => ({
  root,
  cwd: workingFolder(),
  path: process.env["PATH"] ?? "",
  platform: process.platform,
});

/** E.g. `keepsake`, `npx keepsake` or `node /opt/keepsake/bin/keepsake.mjs`. */
export function callOf(caller: Caller): string {
  if (isLinked(caller)) return "keepsake";
  if (isForNpx(caller)) return "npx keepsake";
  const file = join(caller.root, "bin", "keepsake.mjs");
  return `node ${/[^\w@%+=:,./\\-]/.test(file) ? `"${file}"` : file}`;
}

/** A program of that name may be another's: it counts where it leads to this package. npm's own folders are there for one run. */
function isLinked({ root, path, platform }: Caller): boolean {
  const folders = path
    .split(delimiter)
    .filter((folder) => folder !== "" && !/[\\/]node_modules[\\/]\.bin[\\/]?$/.test(folder));
  const ours = realOf(join(root, "bin", "keepsake.mjs"));
  if (platform !== "win32") {
    const first = folders.map((folder) => join(folder, "keepsake")).find((file) => existsSync(file));
    return first !== undefined && realOf(first) === ours;
  }
  const shim = folders.map((folder) => join(folder, "keepsake.cmd")).find((file) => existsSync(file));
  if (shim === undefined) return false;
  const named = /"%(?:~dp0|dp0%)\\?([^"%]*keepsake\.mjs)"/i.exec(readFileSync(shim, "utf8"))?.[1];
  return named !== undefined && realOf(join(dirname(shim), named)) === ours;
}

/** npx runs what the folder around is, or has installed; elsewhere it would ask a registry. */
function isForNpx({ root, cwd }: Caller): boolean {
  for (let folder = cwd; ; folder = dirname(folder)) {
    if (existsSync(join(folder, "package.json")) || existsSync(join(folder, "node_modules")))
      return [folder, join(folder, "node_modules", "keepsake")].some((place) => realOf(place) === realOf(root));
    if (dirname(folder) === folder) return false;
  }
}

function realOf(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    // It is not there, or leads nowhere: then it is what it says and equals nothing that is.
    return path;
  }
}

/** A folder that was removed meanwhile is no reason to fail. */
function workingFolder(): string {
  try {
    return process.cwd();
  } catch {
    return dirname("/");
  }
}

/** Where texts name a command: `keepsake start`, ``npm start``; a text that only mentions the program stays. */
const NAMED =
  /`npm start` \(or `keepsake start`\)|\bnpm start\b|(?:\bnpx )?(?<![\w./-])keepsake (?=(?:approve|backup|doctor|edit|export|forget|extract-stale|import|inject|logs|mcp|pause|reindex|remember|restart|restore|resume|review|search|service|setup|start|status|stop|undo|uninstall)\b)/g;

/** The same text, with each command as one can type it there. For texts of ours alone, never for what is stored. */
export function asTyped(text: string, caller: Caller): string {
  const call = callOf(caller);
  return text.replace(NAMED, (named) =>
    named.endsWith("keepsake ") ? `${call} ` : named.startsWith("`") ? `\`${call} start\`` : `${call} start`,
  );
}
