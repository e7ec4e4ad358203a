/** Where set-up works: whose home, which project, which package. A value, so that tests work in folders of their own. */
import { homedir } from "node:os";
import { isAbsolute, join, resolve } from "node:path";
import { packageRoot } from "../root";

export interface Place {
  /** The user's home folder. */
  home: string;
  /** The project that `--scope project` means. */
  cwd: string;
  platform: NodeJS.Platform;
  /** The package's folder. */
  root: string;
  /** The data folder where it is not the usual one: agents' programs must be told. */
  dataHome: string | null;
  /** Address of the server as it is or will be; for hooks that ask it without a program of ours. */
  url: string;
  env: Readonly<Record<string, string | undefined>>;
}

export type Scope = "user" | "project";

export function placeHere(dataHome: string | null, url: string): Place {
  return {
    home: homedir(),
    cwd: process.cwd(),
    platform: process.platform,
    root: packageRoot(),
    dataHome: dataHome === null ? null : resolve(dataHome),
    url,
    env: process.env,
  };
}

/** The folder that an agent's own variable names, else the usual one. A relative one would change with each terminal: not taken. */
export function folderBy(place: Place, variable: string, usual: string): string {
  const named = place.env[variable] ?? "";
  return isAbsolute(named) ? named : join(place.home, usual);
}
