/** Makes the server a service of the user's system, and undoes that; says what to do by hand where the system has none. */
import { existsSync } from "node:fs";
import { dirname } from "node:path";
import { AppError } from "../../../lib/contract/errors";
import { removeFile, writeBytes } from "../setup/text-file";
import type { Command, ServiceHome, ServiceKind } from "./kind";
import { launchd } from "./launchd";
import type { Runner } from "./runner";
import { systemd } from "./systemd";
import { task } from "./task";
import { withTyped } from "../typed";

const FILE_MODE = 0o644;

/** Throws `not_ready` for a system that we know no services of. */
export function serviceKind(platform: NodeJS.Platform, service: ServiceHome, config: string): ServiceKind {
  if (platform === "linux") return systemd(service, config);
  if (platform === "darwin") return launchd(service);
  if (platform === "win32") return task(service);
  throw new AppError("not_ready", `Keepsake knows no services of ${platform}.`, {
    hint: "Let your system run `keepsake start` when you log in.",
  });
}

/** Answers lines to print. Throws `not_ready` with what the system said; the file is gone again then, unless it was there before. */
export function installService(kind: ServiceKind, run: Runner): string[] {
  const wasThere = existsSync(kind.file);
  writeBytes(kind.file, kind.content, FILE_MODE);
  try {
    for (const command of kind.before ?? []) run(...split(command));
    for (const command of kind.install) must(run, command, kind);
  } catch (error) {
    if (!wasThere) removeFile(kind.file, dirname(kind.file));
    throw error;
  }
  return [`Keepsake starts with your session from now on (${kind.title}: ${kind.file}).`, ...kind.notes];
}

/** Twice is no error: what is gone already stays gone. */
export function uninstallService(kind: ServiceKind, run: Runner): string[] {
  if (!existsSync(kind.file)) return ["Keepsake is no service here; nothing was changed."];
  const said = kind.uninstall.map((command) => run(...split(command))).find(({ code }) => code !== 0);
  removeFile(kind.file, dirname(kind.file));
  return [
    "Keepsake is no service any more. What it stored is still there.",
    ...(said === undefined || said.output === "" ? [] : [`The system said: ${firstLine(said.output)}`]),
  ];
}

export function serviceStatus(kind: ServiceKind, run: Runner): string[] {
  if (!existsSync(kind.file))
    return [withTyped("Keepsake is no service here. `keepsake service install` makes it one.")];
  const { isThere, code, output } = run(...split(kind.status));
  if (!isThere) return [`There is a ${kind.title} (${kind.file}), but ${kind.status[0]} is not there to ask.`];
  const state = code === 0 ? "is on" : "is there, but does not run";
  return [`The ${kind.title} ${state} (${kind.file}).`, ...(code === 0 || output === "" ? [] : [firstLine(output)])];
}

function must(run: Runner, command: Command, kind: ServiceKind): void {
  const { isThere, code, output } = run(...split(command));
  if (!isThere)
    throw new AppError("not_ready", `${command[0]} is not there, so no ${kind.title} could be made.`, {
      hint: "Let your system run `keepsake start` when you log in, or start it by hand: keepsake start --background.",
    });
  if (code !== 0)
    throw new AppError("not_ready", `\`${command.join(" ")}\` failed: ${firstLine(output) || `exit ${code}`}`, {
      hint: "In a container or over ssh without a session there may be no service manager: use `keepsake start --background`.",
    });
}

const split = ([command, ...args]: Command): [string, string[]] => [command, args];
const firstLine = (text: string): string => (text.split("\n")[0] ?? "").slice(0, 300);
