/** Takes statements of another store in: what is new, what is known, what stands against something, in one operation. */
import type { App, Tx } from "../context";
import type { Actor } from "../contract/common";
import { MAX_KEY_CHARS } from "../contract/memory";
import type { ImportReport } from "../contract/transfer";
import { cleanKey, cleanTags, cleanWord } from "../memories/clean";
import { clampImportance } from "../memories/fields";
import {
  findActiveByKey,
  findMemory,
  insertMemory,
  type MemoryRow,
  projectMode,
  updateMemoryRow,
} from "../memories/repo";
import { requireWritable } from "../memories/service";
import { supersede } from "../memories/version";
import { reviewOf } from "../memories/write";
import { recordOperation } from "../operations/record";
import type { NewChange } from "../operations/repo";
import { isBuried } from "../operations/tombstones";
import { ensureProject, identifyProject, resolveProjects } from "../projects/service";
import { findPair, recordPair } from "../review/repo";
import { indexEntity } from "../search/indexing";
import { headOf } from "../text/caps";
import { cleanText } from "../text/clean";
import { writeOrTry } from "../db/dry-run";
import { STORE_IMPORT } from "../operations/take-back";
import { everRead, wasTakenBack } from "./foreign-repo";
import { linksOf, originOf, saveLink } from "./links-repo";
import { pairCandidate } from "./pair-candidate";
import { knownStoreId, placeOfUid } from "./uid";

/** One row of another store, in our terms; times in ms UTC. */
export interface Incoming {
  id: number;
  /** Tells the row among all that ever came from its kind of source. */
  sourceId: string;
  key: string;
  value: string;
  status: MemoryRow["status"];
  attribute: string;
  tags: string;
  sourceSession: string;
  accessCount: number;
  lastAccessed: number | null;
  /** Ids of the source. */
  supersedes: number | null;
  supersededBy: number | null;
  createdAt: number;
  updatedAt: number;
  importance: number;
  tier: MemoryRow["tier"];
  expiresAt: number | null;
  /** Its name; null = global. */
  project: string | null;
  /** A folder of the project, which says which one it is before its name does. */
  folder?: string | null;
  branch?: string | null;
  /** Of our own export: the name that the row has in every store. */
  uid?: string | undefined;
  /**
   * Where the source names its rows and changes what they say (a note that was edited): ids of earlier versions begin so. What such
   * a version brought, and nobody changed since, is superseded by this one.
   */
  earlier?: string;
}

const MAX_VALUE_CHARS = 20_000;
/** As the contract bounds them; a key is not cut, since two might become one. */
const MAX_ATTRIBUTE_CHARS = 100;
const MAX_TAGS_CHARS = 2000;
const MAX_REJECTIONS = 100;
/** Names of the actor's own doing. */
const KIND = "memory.import";

type Outcome = "imported" | "known" | "same" | "conflicts" | "rejected";

/**
 * One transaction and one operation (`memory.import`), which Undo takes back whole. A dry run does the same and rolls
 * back, so that its counts are the true ones.
 */
export function takeIn(
  app: App,
  source: string,
  rows: Incoming[],
  { actor, dryRun }: { actor: Actor; dryRun: boolean },
): Omit<ImportReport, "config"> {
  let report: Omit<ImportReport, "config"> | undefined;
  writeOrTry(app, dryRun, (tx) => {
    report = takeAll(app, tx, source, rows, actor);
  });
  if (report === undefined) throw new Error("The import came to no end.");
  return { ...report, dryRun, operation_id: dryRun ? null : report.operation_id };
}

function takeAll(app: App, tx: Tx, source: string, rows: Incoming[], actor: Actor): Omit<ImportReport, "config"> {
  const now = app.now();
  const counts: Record<Outcome, number> = { imported: 0, known: 0, same: 0, conflicts: 0, rejected: 0 };
  const rejections: ImportReport["rejections"] = [];
  const byStatus: Record<string, number> = {};
  const links = linksOf(tx, source);
  /** Source id → our row, as far as it has become one. */
  const taken = new Map<number, number>();
  const made = new Map<number, MemoryRow>();
  const pairs: NewChange[] = [];
  const replaced: NewChange[] = [];
  const projects = createProjects(app, tx, now, actor);
  const retired = olderOfOneKey(rows);

  for (const row of rows) {
    byStatus[row.status] = (byStatus[row.status] ?? 0) + 1;
    const link = links.get(row.sourceId);
    if (link !== undefined && exists(tx, link.table, link.id)) {
      if (link.table === "memories") taken.set(row.id, link.id);
      counts.known += 1;
      continue;
    }
    const ours = ownRow(tx, row);
    if (ours !== undefined) {
      taken.set(row.id, ours.id);
      counts.known += 1;
      continue;
    }
    const reason = refusal(tx, row);
    if (reason !== null) {
      counts.rejected += 1;
      if (rejections.length < MAX_REJECTIONS) rejections.push({ id: row.id, reason });
      continue;
    }
    const fresh = {
      ...toRow(row, projects(row), actor),
      status: retired.has(row.id) ? ("superseded" as const) : row.status,
    };
    const rival = fresh.status === "active" ? findActiveByKey(tx, fresh.projectId, fresh.key) : undefined;
    if (rival !== undefined && rival.value === fresh.value) {
      saveLink(tx, now, source, { sourceId: row.sourceId, table: "memories", id: rival.id });
      taken.set(row.id, rival.id);
      counts.same += 1;
    } else if (rival !== undefined && isEarlier(tx, source, row, rival)) {
      const next = supersede(tx, now, rival, fresh);
      saveLink(tx, now, source, { sourceId: row.sourceId, table: "memories", id: next.row.id });
      replaced.push(...next.changes);
      counts.imported += 1;
    } else if (rival !== undefined) {
      const { id, change } = recordPair(tx, now, {
        kind: "conflict",
        projectId: fresh.projectId,
        olderId: rival.id,
        candidate: pairCandidate(fresh, []),
        reasons: ["same_key"],
        actor,
      });
      if (change !== null) pairs.push(change);
      saveLink(tx, now, source, { sourceId: row.sourceId, table: "memory_pairs", id });
      counts.conflicts += 1;
    } else {
      const stored = insertMemory(tx, fresh);
      saveLink(tx, now, source, { sourceId: row.sourceId, table: "memories", id: stored.id });
      taken.set(row.id, stored.id);
      made.set(row.id, stored);
      counts.imported += 1;
    }
  }
  const changes = [...linkChains(tx, now, rows, taken, made, retired), ...replaced, ...pairs];
  const operation_id =
    changes.length === 0
      ? null
      : recordOperation(tx, now, { kind: KIND, title: `Imported ${counts.imported} memories`, actor, changes });
  return { ok: true, dryRun: false, total: rows.length, ...counts, rejections, byStatus, operation_id };
}

/**
 * The row that our own export tells of, as it reads or once read: one that was forgotten, archived, edited or replaced since stays so.
 * undefined = the row is not here, somebody edited the file, or the import that brought the row was undone.
 */
function ownRow(tx: Tx, { uid, value }: Incoming): MemoryRow | undefined {
  const place = uid === undefined ? undefined : placeOfUid(tx, knownStoreId(tx) ?? "", "memories", uid);
  const row = place?.table === "memories" ? findMemory(tx, place.id) : undefined;
  if (row === undefined || !everRead(tx, row.id, value.trim())) return undefined;
  return row.status === "deleted" && wasTakenBack(tx, "memories", row.id, STORE_IMPORT) ? undefined : row;
}

/** Ids of active rows that a newer active row of the same key outdates: the source may hold several, we hold one. */
function olderOfOneKey(rows: Incoming[]): Map<number, number> {
  const newest = new Map<string, Incoming>();
  const active = rows.filter((row) => row.status === "active");
  const name = (row: Incoming): string => JSON.stringify([row.folder ?? null, row.project, cleanKey(row.key)]);
  for (const row of active) {
    const known = newest.get(name(row));
    if (
      known === undefined ||
      row.updatedAt > known.updatedAt ||
      (row.updatedAt === known.updatedAt && row.id > known.id)
    )
      newest.set(name(row), row);
  }
  return new Map(
    active.flatMap((row) => {
      const winner = newest.get(name(row))?.id ?? row.id;
      return winner === row.id ? [] : [[row.id, winner] as const];
    }),
  );
}

/** Second pass: the chain of each row, in our ids; then the words and vectors of the whole. */
function linkChains(
  tx: Tx,
  now: number,
  rows: Incoming[],
  taken: Map<number, number>,
  made: Map<number, MemoryRow>,
  retired: Map<number, number>,
): NewChange[] {
  return rows.flatMap((row) => {
    const stored = made.get(row.id);
    if (stored === undefined) return [];
    const supersedes = row.supersedes === null ? null : (taken.get(row.supersedes) ?? null);
    const by = retired.get(row.id) ?? row.supersededBy;
    const supersededBy = by === null ? null : (taken.get(by) ?? null);
    const isLinked = supersedes !== null || supersededBy !== null;
    const after = isLinked ? updateMemoryRow(tx, stored.id, { supersedes, supersededBy }) : stored;
    indexEntity(tx, now, "memory", after);
    return [{ table: "memories" as const, id: after.id, before: null, after }];
  });
}

/** What is never stored, or was deleted here for good. */
function refusal(tx: Tx, row: Incoming): string | null {
  const { text, isPrivate } = cleanText(row.value, { cap: MAX_VALUE_CHARS });
  if (isPrivate) return "The value is private text, which is never stored.";
  if (text.trim() === "" || cleanKey(row.key) === "") return "Key and value must not be empty.";
  if (cleanKey(row.key).length > MAX_KEY_CHARS) return `The key is longer than ${MAX_KEY_CHARS} characters.`;
  if (isBuried(tx, text)) return "This text was deleted for good here.";
  return null;
}

function toRow(row: Incoming, projectId: number, actor: Actor) {
  const value = cleanText(row.value, { cap: MAX_VALUE_CHARS }).text.trim();
  return {
    projectId,
    key: cleanKey(row.key),
    value,
    attribute: headOf(cleanWord(row.attribute), MAX_ATTRIBUTE_CHARS),
    tags: shortTags(cleanTags(row.tags)),
    tier: row.tier,
    branch: row.branch ?? null,
    importance: clampImportance(row.importance) ?? 5,
    origin: "import" as const,
    sourceSession: cleanWord(row.sourceSession).slice(0, 128),
    accessCount: row.accessCount,
    lastAccessed: row.lastAccessed,
    expiresAt: row.expiresAt,
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
    reviewState: reviewOf(value, { actor, mode: "auto" }),
  };
}

/** Whole tags only. */
const shortTags = (tags: string): string =>
  tags.length <= MAX_TAGS_CHARS ? tags : tags.slice(0, Math.max(0, tags.lastIndexOf(",", MAX_TAGS_CHARS)));

const exists = (tx: Tx, table: string, id: number): boolean =>
  (table === "memories" ? findMemory(tx, id) : findPair(tx, id)) !== undefined;

/** The memory stands as an earlier version of this row of the source brought it. */
function isEarlier(tx: Tx, source: string, row: Incoming, rival: MemoryRow): boolean {
  if (row.earlier === undefined || rival.origin !== "import" || rival.reviewState !== null) return false;
  const origin = originOf(tx, source, "memories", rival.id);
  return origin?.startsWith(row.earlier) === true && rival.revision === 1;
}

/** Name or folder → id; a name that is new becomes a project, which its folder joins when it is first seen. */
function createProjects(
  app: App,
  tx: Tx,
  now: number,
  actor: Actor,
): (row: Pick<Incoming, "project" | "folder">) => number {
  const known = new Map<string, number>();
  return ({ project: name, folder }) => {
    if (folder != null) return ofFolder(folder);
    return name === null ? 0 : ofName(name);
  };
  function ofFolder(folder: string): number {
    let id = known.get(`/${folder}`);
    if (id === undefined) {
      known.set(`/${folder}`, (id = ensureProject(tx, now, identifyProject(app, { cwd: folder })).id));
      requireWritable(projectMode(tx, id), actor);
    }
    return id;
  }
  function ofName(name: string): number {
    let id = known.get(name);
    if (id === undefined) {
      const [one, other] = resolveProjects({ db: tx as unknown as App["db"] }, name);
      id =
        one !== undefined && other === undefined
          ? one.id
          : one !== undefined
            ? 0
            : ensureProject(tx, now, identifyProject(app, { project: name })).id;
      known.set(name, id);
      if (id !== 0) requireWritable(projectMode(tx, id), actor);
    }
    return id;
  }
}
