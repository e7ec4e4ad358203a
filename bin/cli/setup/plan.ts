/** What set-up or its taking back would change, file by file, before anything is written. */
import { dirname, sep } from "node:path";
import type { Agent, Wish } from "./agent";
import { addAll, isConnected, removeAll, type SettingsFile } from "./part";
import type { Place, Scope } from "./place";
import { isRefusal } from "./refusal";
import { bytesOf, readBackup, readTextFile, type TextFile, writeObstacle } from "./text-file";

export type Change =
  | { kind: "same"; path: string }
  | { kind: "refused"; path: string; why: string }
  | {
      kind: "write";
      path: string;
      file: TextFile;
      after: Buffer;
      afterText: string;
      /** Whether the backup that lies there stays: it is older than our entries. */
      keepsBackup: boolean;
      /** Whether what is written is the backup itself, which is of no more use then. */
      isRestored: boolean;
    }
  | { kind: "delete"; path: string; file: TextFile; isRestored: boolean };

export interface AgentPlan {
  agent: Agent;
  /** What a person reads: the agent, and where two plans are of it, which. */
  title: string;
  changes: Change[];
}

export const isRefused = ({ changes }: AgentPlan): boolean => changes.some(({ kind }) => kind === "refused");

export const planSetup = (agent: Agent, place: Place, wish: Wish): AgentPlan => ({
  agent,
  title: agent.title,
  changes: agent.files(place, wish).map(planAdd).map(writable),
});

/** A plan for each scope, so that what is broken in one keeps nobody connected by the other; each file once. */
export function planUninstall(agent: Agent, place: Place, scopes: readonly Scope[]): AgentPlan[] {
  const seen = new Set<string>();
  return scopes.map((scope) => {
    const files = agent.files(place, { scope, style: null, plugin: null }).filter(({ path }) => !seen.has(path));
    for (const { path } of files) seen.add(path);
    const title = scope === "project" && scopes.length > 1 ? `${agent.title} in this folder` : agent.title;
    return { agent, title, changes: files.map(planRemove).map(writable) };
  });
}

function planAdd(settings: SettingsFile): Change {
  const { path } = settings;
  const file = readTextFile(path);
  if (isRefusal(file)) return { kind: "refused", path, why: file.refused };
  const after = addAll(settings, file.text);
  if (isRefusal(after)) return { kind: "refused", path, why: after.refused };
  if (after === file.text) return { kind: "same", path };
  const hadOurs = isConnected(settings, file.text);
  if (hadOurs && settings.isBlank(after) && readBackup(file.real) === null)
    return { kind: "delete", path, file, isRestored: false };
  return write(path, file, after, hadOurs);
}

function planRemove(settings: SettingsFile): Change {
  const { path } = settings;
  const file = readTextFile(path);
  if (isRefusal(file)) return { kind: "refused", path, why: file.refused };
  const after = removeAll(settings, file.text);
  if (isRefusal(after)) return { kind: "refused", path, why: after.refused };
  if (after === file.text) return { kind: "same", path };
  const backup = readBackup(file.real);
  // Nothing was changed since we wrote: the bytes of before come back, whatever their layout was.
  const isOurWriting = backup !== null && writtenFrom(settings, backup) === file.text;
  if (isOurWriting)
    return { ...write(path, file, after, true), after: backup, afterText: textOf(backup), isRestored: true };
  if (settings.isBlank(after) && backup === null) return { kind: "delete", path, file, isRestored: false };
  return { ...write(path, file, after, true), isRestored: backup?.equals(bytesOf(file, after)) === true };
}

/** What could not be written in the end is said before anything is. */
function writable(change: Change): Change {
  if (change.kind !== "write" && change.kind !== "delete") return change;
  const obstacle = writeObstacle(change.file);
  return obstacle === null ? change : { kind: "refused", path: change.path, why: obstacle.refused };
}

const write = (path: string, file: TextFile, text: string, keepsBackup: boolean): Change & { kind: "write" } => ({
  kind: "write",
  path,
  file,
  after: bytesOf(file, text),
  afterText: text,
  keepsBackup,
  isRestored: false,
});

/** What set-up makes of a backup today; null where it cannot. */
function writtenFrom(settings: SettingsFile, backup: Buffer): string | null {
  const text = addAll(settings, textOf(backup));
  return isRefusal(text) ? null : text;
}

const textOf = (bytes: Buffer): string => bytes.toString("utf8").replace(/^\uFEFF/, "");

/** Folders above a deleted file go with it where they are empty, as far as this one, which is not ours to take. */
export function keptFolder(agent: Agent, place: Place, path: string): string {
  const folder = agent.folder(place);
  if (isWithin(path, folder)) return dirname(folder);
  return isWithin(path, place.cwd) ? place.cwd : dirname(path);
}

const isWithin = (path: string, folder: string): boolean => path.startsWith(folder + sep);
