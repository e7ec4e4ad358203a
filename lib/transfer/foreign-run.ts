/** State of one import of claude-mem's rows: what it counted, and what it need not look up again. */
import type { App, Tx } from "../context";
import type { Actor } from "../contract/common";
import { FOREIGN_KINDS, type ForeignCounts, type ForeignKind, type ForeignRejection } from "../contract/transfer";
import { projectExcluder } from "../capture/excluded-projects";
import { projectMode } from "../memories/repo";
import type { NewChange } from "../operations/repo";
import { isAnythingBuried } from "../operations/tombstones";
import { projectById, touchProject } from "../projects/repo";
import { ensureProject, identifyProject, resolveProjects } from "../projects/service";
import { readSettings } from "../settings/service";
import { type ContentHash, contentHasher } from "./content-hash";
import { writeOrTry } from "../db/dry-run";
import { stretchSession } from "./foreign-repo";
import type { ForeignSession } from "./foreign-rows";
import { type ImportLog, logImport, openImportLog } from "./import-log";

/** Where rows of the original and of its worker API come from, in `imported_rows`. */
export const SOURCE = "claude-mem";
const MAX_REJECTIONS = 100;

export type Outcome = "imported" | "known" | "duplicate" | { reason: string };
export type AllCounts = Record<ForeignKind, ForeignCounts>;

export interface ForeignRun {
  app: App;
  actor: Actor;
  dryRun: boolean;
  counts: AllCounts;
  rejections: ForeignRejection[];
  log: ImportLog;
  /** Sessions of the source, by the host's id and by the observer's. */
  sessions: Map<string, ForeignSession>;
  /** One for the whole run: a dry run's chunk takes the key back that it made. */
  hash: ContentHash | null;
  /** Contents that this run has met: after a dry run's chunk the store does not know them. */
  seen: Set<string>;
  /** Turns whose prompt is private, as the source names them. */
  privateTurns: Set<string>;
  /** Our id of a session, by what the source calls it. */
  places: Map<string, { id: number; projectId: number }>;
  projects: Map<string, number>;
}

/** One transaction's part of a run. */
export interface ForeignChunk {
  run: ForeignRun;
  tx: Tx;
  now: number;
  hash: ContentHash;
  hasBuried: boolean;
  changes: NewChange[];
  /** Earliest and latest row of each session, and the latest of each project. */
  spans: Map<number, { from: number; to: number }>;
  activeAt: Map<number, number>;
  /** Why projects take nothing, as far as it was asked. */
  closed: Map<number, string | null>;
}

export const startRun = (app: App, actor: Actor, options: { dryRun: boolean; from: string }): ForeignRun => ({
  app,
  actor,
  dryRun: options.dryRun,
  counts: Object.fromEntries(
    FOREIGN_KINDS.map((kind) => [kind, { read: 0, imported: 0, known: 0, duplicate: 0, rejected: 0 }]),
  ) as unknown as AllCounts,
  rejections: [],
  log: openImportLog(actor, options.from),
  sessions: new Map(),
  hash: null,
  seen: new Set(),
  privateTurns: new Set(),
  places: new Map(),
  projects: new Map(),
});

/**
 * One transaction over some rows. A dry run does the same and rolls back, so that its counts are the true ones; what it
 * would have made is then made again where a later chunk needs it.
 */
export function writeChunk(run: ForeignRun, work: (chunk: ForeignChunk) => void): void {
  const { app } = run;
  writeOrTry(app, run.dryRun, (tx) => {
    const now = app.now();
    const chunk: ForeignChunk = {
      run,
      tx,
      now,
      hash: (run.hash ??= contentHasher(tx, now)),
      hasBuried: isAnythingBuried(tx),
      changes: [],
      spans: new Map(),
      activeAt: new Map(),
      closed: new Map(),
    };
    work(chunk);
    for (const [id, { from, to }] of chunk.spans) stretchSession(tx, id, from, to);
    for (const [id, at] of chunk.activeAt) touchProject(tx, id, at);
    if (!run.dryRun) logImport(tx, now, run.log, chunk.changes);
  });
  if (!run.dryRun) return;
  run.places.clear();
  run.projects.clear();
}

/** Counts one row; `row` says which it is. */
export function count(run: ForeignRun, kind: ForeignKind, row: number, outcome: Outcome): void {
  const counts = run.counts[kind];
  counts.read += 1;
  if (typeof outcome === "string") counts[outcome] += 1;
  else reject(run, kind, row, outcome.reason);
}

function reject(run: ForeignRun, kind: ForeignKind, row: number, reason: string): void {
  run.counts[kind].rejected += 1;
  if (run.rejections.length < MAX_REJECTIONS) run.rejections.push({ kind, row, reason });
}

/** Moves the ends of a session and the last activity of a project. */
export function touch(chunk: ForeignChunk, sessionId: number | null, projectId: number, at: number): void {
  chunk.activeAt.set(projectId, Math.max(at, chunk.activeAt.get(projectId) ?? 0));
  if (sessionId === null) return;
  const span = chunk.spans.get(sessionId) ?? { from: at, to: at };
  chunk.spans.set(sessionId, { from: Math.min(span.from, at), to: Math.max(span.to, at) });
}

/** Clocks may run ahead by this much. */
const MAX_AHEAD_MS = 86_400_000;

/** The time of a row: not one that has yet to come. */
export const timeOf = (chunk: ForeignChunk, at: number | null): number =>
  at === null || at > chunk.now + MAX_AHEAD_MS ? chunk.now : at;

/** By name, as the original knows projects; of several with one name the latest in use. */
export function projectOf(chunk: ForeignChunk, name: string | null): number {
  const known = chunk.run.projects.get(name ?? "");
  if (known !== undefined) return known;
  const handle = { db: chunk.tx as unknown as ForeignRun["app"]["db"] };
  const [one] = name === null ? [] : resolveProjects(handle, name).sort((a, b) => b.lastActivityAt - a.lastActivityAt);
  const identity = () => identifyProject(chunk.run.app, name === null ? {} : { project: name });
  const id = one?.id ?? ensureProject(chunk.tx, chunk.now, identity(), 0).id;
  chunk.run.projects.set(name ?? "", id);
  return id;
}

/** Why nothing is stored in this project by who imports; null = it may be. */
export function closedTo(chunk: ForeignChunk, projectId: number): string | null {
  if (chunk.run.actor.kind === "person") return null;
  let reason = chunk.closed.get(projectId);
  if (reason === undefined) chunk.closed.set(projectId, (reason = whyClosed(chunk, projectId)));
  return reason;
}

function whyClosed(chunk: ForeignChunk, projectId: number): string | null {
  const mode = projectMode(chunk.tx, projectId);
  if (mode === "read-only" || mode === "off") return `Its project is ${mode}: nothing is captured there.`;
  const project = projectById(chunk.tx, projectId);
  const isExcluded = projectExcluder(readSettings(chunk.run.app).excluded_projects);
  const isOut = project !== undefined && isExcluded({ ...project, folder: null });
  return isOut ? "Its project is excluded by the settings." : null;
}
