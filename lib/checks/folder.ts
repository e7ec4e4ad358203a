/** Checks of the data folder and of its disk. */
import { accessSync, constants, statfsSync, statSync } from "node:fs";
import type { CheckFinding } from "../contract/checks";
import { details } from "./detail";
import { finding } from "./finding";

const MIN_FREE_BYTES = 500 * 1024 * 1024;

export const checkFolder = (home: string): Promise<CheckFinding> =>
  finding("folder", "Data folder", `Make it a folder of yours that can be written: chmod 700 ${home}`, () => {
    const mode = statSync(home).mode & 0o777;
    accessSync(home, constants.R_OK | constants.W_OK | constants.X_OK);
    if (process.platform !== "win32" && (mode & 0o077) !== 0) throw new Error(`${home} can be read by other users`);
    return home;
  });

export const checkDisk = (home: string): Promise<CheckFinding> =>
  finding("disk", "Disk space", "Free some space on the disk of the data folder.", () => {
    const { bavail, bsize } = statfsSync(home);
    const free = bavail * bsize;
    const told = details.free(Math.round(free / 1024 / 1024));
    if (free < MIN_FREE_BYTES) throw new Error(told.detail);
    return told;
  });
