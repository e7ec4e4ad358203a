/** What must be there before an agent is connected: the data folder, its settings file, and programs that run (E137). */
import { chmodSync, existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { CheckFinding } from "../../../lib/contract/checks";
import { readEnv } from "../../../lib/env";
import { installedFindings } from "../../doctor/installed";
import type { Served } from "../served";
import type { Place } from "./place";

const NO_SETTINGS = "{}\n";

/** What {@link makeDataFolder} would make, as set-up shows what it would write; empty where all is there. */
export function missingInDataFolder(): string[] {
  const { home } = readEnv();
  const config = join(home, "config.json");
  if (existsSync(config)) return [];
  return [
    "Keepsake's data folder",
    ...(existsSync(home) ? [] : [`  ${home}: is new`]),
    `  ${config}: is new`,
    `  +${NO_SETTINGS.trim()}`,
  ];
}

/** Makes what is missing and answers what it made, as sentences; a second call makes nothing. */
export function makeDataFolder(): string[] {
  const { home } = readEnv();
  const made: string[] = [];
  if (!existsSync(home)) {
    mkdirSync(home, { recursive: true, mode: 0o700 });
    // The mask of the process may have been laxer for folders above; this one holds what people said.
    chmodSync(home, 0o700);
    made.push(`Made the data folder ${home}.`);
  }
  const config = join(home, "config.json");
  if (!existsSync(config)) {
    writeFileSync(config, NO_SETTINGS, { mode: 0o600, flag: "wx" });
    made.push(`Made ${config}: settings by file, all at their default.`);
  }
  return made;
}

/** What of the installation does not work: agents would be connected to something that cannot answer. */
export async function brokenParts(place: Place): Promise<CheckFinding[]> {
  const { modelDir } = readEnv({ KEEPSAKE_ROOT: place.root, ...process.env });
  return (await installedFindings(place.root, modelDir)).filter(({ state }) => state === "fail");
}

/** What becomes of agents' events until a server runs, and how to start one; null where one does. */
export const whereNobodyServes = ({ state }: Pick<Served, "state">): string | null =>
  state === "ours"
    ? null
    : "No server runs yet: what agents do waits in the data folder. Start one: `keepsake start --background`";
