/** State of taking in one part of an export, and what its lines name. */
import type { App, Tx } from "../context";
import type { Actor } from "../contract/common";
import { EXPORT_KINDS, type ExportKind, type ExportSource, type LineCounts, noLines } from "../contract/export";
import type { SourceRef } from "../contract/memory";
import { projectMode } from "../memories/repo";
import type { IndexedTable, NewChange } from "../operations/repo";
import { readRow, reindexRow } from "../operations/rows-repo";
import { STORE_IMPORT } from "../operations/take-back";
import type { ContentHash } from "./content-hash";
import { setStatus, wasTakenBack } from "./foreign-repo";
import type { ImportLog } from "./import-log";
import { evidenceNamed, type Found, projectIdOf, sessionNamed } from "./restore-repo";

export type LineOutcome = Exclude<keyof LineCounts, "read" | "rejected"> | { reason: string };

export interface RestoreRun {
  app: App;
  actor: Actor;
  counts: Partial<Record<ExportKind, LineCounts>>;
  rejected: { line: number; reason: string }[];
  log: ImportLog;
}

export interface RestoreChunk {
  run: RestoreRun;
  tx: Tx;
  now: number;
  store: string;
  hash: ContentHash;
  hasBuried: boolean;
  changes: NewChange[];
}

const MAX_REJECTED = 100;

/** `kind` null = a line of no known kind, which stands among the reasons alone. */
export function countLine(run: RestoreRun, kind: ExportKind | null, line: number, outcome: LineOutcome): void {
  const counts = kind === null ? null : (run.counts[kind] ??= noLines());
  if (counts !== null) counts.read += 1;
  if (typeof outcome === "string") {
    if (counts !== null) counts[outcome] += 1;
    return;
  }
  if (counts !== null) counts.rejected += 1;
  if (run.rejected.length < MAX_REJECTED) run.rejected.push({ line, reason: outcome.reason });
}

export const isExportKind = (value: unknown): value is ExportKind => EXPORT_KINDS.some((kind) => kind === value);

/** The project of a row; a reason where it is not there, or takes nothing from who imports. */
export function projectFor(chunk: RestoreChunk, key: string | null): { id: number } | { reason: string } {
  if (key === null) return { id: 0 };
  const id = projectIdOf(chunk.tx, key);
  if (id === undefined) return { reason: "Its project is not here; the lines of projects come first." };
  if (chunk.run.actor.kind === "person") return { id };
  const mode = projectMode(chunk.tx, id);
  return mode === "read-only" || mode === "off"
    ? { reason: `Its project is ${mode}: nothing is stored there.` }
    : { id };
}

/** The session that a row names. */
export function sessionFor(chunk: RestoreChunk, name: readonly [string, string]): { id: number } | { reason: string } {
  const session = sessionNamed(chunk.tx, name[0], name[1]);
  if (session === undefined) return { reason: "Its session is not here; the lines of sessions come first." };
  return session.status === "deleted" ? { reason: "Its session was forgotten here." } : { id: session.id };
}

/** A row that is here already: known, or back again where an import that was undone had brought it. */
export function meet(chunk: RestoreChunk, table: IndexedTable | "sessions", row: Found, status: string): LineOutcome {
  const { tx } = chunk;
  if (row.status !== "deleted" || !wasTakenBack(tx, table, row.id, STORE_IMPORT)) return "known";
  setStatus(tx, table, row.id, status);
  if (table !== "sessions") reindexRow(tx, chunk.now, table, row.id);
  const named = table === "memories" ? readRow(tx, table, row.id) : undefined;
  const columns = named === undefined ? {} : { projectId: named["projectId"], key: named["key"] };
  chunk.changes.push({
    table,
    id: row.id,
    before: { status: "deleted", ...columns },
    after: { status, ...columns },
  });
  return "imported";
}

/** Evidence by its keys, as numbers of this store; what is not here is not named. */
export function sourcesFor({ tx }: RestoreChunk, sources: ExportSource[]): SourceRef[] {
  return sources.flatMap(({ session, turn, prompt, events }) => {
    const found = sessionNamed(tx, session[0], session[1]);
    if (found === undefined) return [];
    const ref: SourceRef = { session_id: found.id, turn };
    const idOf = (table: "prompts" | "events", key: string): number | null =>
      evidenceNamed(tx, table, found.id, key)?.id ?? null;
    if (prompt !== undefined) ref.prompt_id = prompt === null ? null : idOf("prompts", prompt);
    if (events !== undefined) ref.event_ids = events.map((key) => idOf("events", key)).filter((id) => id !== null);
    return [ref];
  });
}
