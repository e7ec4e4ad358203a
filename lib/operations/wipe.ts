/**
 * Deletion for good of a whole project, or of all that is stored. One transaction takes the rows out of everything that SQLite knows;
 * the purge then writes database, index of meaning and backups anew and proves it on a sample of the texts.
 */
import type { App, Tx } from "../context";
import type { Actor } from "../contract/common";
import { AppError, noSuch } from "../contract/errors";
import type { HardDeleteResult } from "../contract/operations";
import type { WipePreview } from "../contract/wipe";
import { write } from "../db/write";
import { JOB } from "../jobs/kinds";
import { enqueue } from "../jobs/repo";
import { scheduleUpkeep } from "../jobs/upkeep";
import { projectById } from "../projects/repo";
import { textNeedles } from "./hard-delete";
import { makeNeedles } from "./needles";
import { forgetPieces, keepPieces } from "./pieces";
import { type Holder, insertReceipt, updateReceipt } from "./receipts-repo";
import { recordOperation } from "./record";
import { dropUnusedVectors } from "./scrub-repo";
import { bury, wipedSession } from "./tombstones";
import {
  countDrawn,
  countWiped,
  emptyOperations,
  goneTexts,
  hostSessions,
  removeAround,
  removeEverything,
  removeRows,
  sampleTexts,
  type Scope,
} from "./wipe-repo";

/** Texts of each kind that the proof looks for. */
const SAMPLED = 8;
/** Jobs that are about no row. */
const HOUSE = [JOB.purge, JOB.backUp, JOB.optimizeVectors, JOB.retainEvidence, JOB.askMaintenance];

/** What would go; changes nothing. `projectId` null = the whole store. Throws `not_found`. */
export function previewWipe(app: App, projectId: Scope): WipePreview {
  const counts = countWiped(app.sqlite, projectId);
  if (projectId === null) return { name: null, counts, drawn: 0 };
  return { name: requireProject(app.db, projectId).name, counts, drawn: countDrawn(app.sqlite, projectId) };
}

/**
 * Deletes a project with everything of it; its running sessions are captured no further. `name` must be the project's own, as typed by
 * the person. Throws `not_found`, `forbidden` for anybody but a person, `conflict` for another name.
 */
export function wipeProject(app: App, id: number, name: string, actor: Actor): HardDeleteResult {
  requirePerson(actor);
  return wipe(app, id, actor, (tx) => {
    const project = requireProject(tx, id);
    if (project.name.trim() !== name.trim()) throw unconfirmed("The name is not that of the project.", "name");
  });
}

/**
 * Deletes all that is stored; settings and what models cost stay. `memories` must be how many there are now. Throws `forbidden` for
 * anybody but a person, `conflict` for another number.
 */
export function wipeStore(app: App, memories: number, actor: Actor): HardDeleteResult {
  requirePerson(actor);
  return wipe(app, null, actor, () => {
    const now = countWiped(app.sqlite, null).memories;
    if (now !== memories) throw unconfirmed(`There are ${now} memories now, not ${memories}.`, "memories");
  });
}

const unconfirmed = (error: string, path: string): AppError =>
  new AppError("conflict", error, {
    hint: "Look at what would be deleted, and type it again.",
    details: [{ path, message: "differs" }],
  });

function requirePerson(actor: Actor): void {
  if (actor.kind === "person") return;
  throw new AppError("forbidden", "Only a person deletes a project or the store for good.", {
    hint: "Do it in the console, or send x-keepsake-client: cli when a person asked for it.",
  });
}

function requireProject(handle: Tx | App["db"], id: number) {
  const project = projectById(handle, id);
  if (project === undefined) throw noSuch("project", id, "GET /api/projects lists them.");
  return project;
}

function wipe(app: App, scope: Scope, actor: Actor, confirm: (tx: Tx) => void): HardDeleteResult {
  let receiptId: number | null = null;
  try {
    return write(app, (tx) => {
      confirm(tx);
      const now = app.now();
      receiptId = insertReceipt(tx, now, scope === null ? "store" : `projects:${scope}`);
      remove(app, tx, now, { scope, actor, receiptId });
      return { ok: true, receipt_id: receiptId };
    });
  } catch (error) {
    if (receiptId !== null) forgetPieces(app, receiptId);
    throw error;
  }
}

interface Removal {
  scope: Scope;
  actor: Actor;
  receiptId: number;
}

function remove(app: App, tx: Tx, now: number, { scope, actor, receiptId }: Removal): void {
  const { sqlite } = app;
  const holders = holdersOf(countWiped(sqlite, scope));
  const sample = sampleTexts(sqlite, scope, SAMPLED);
  if (scope === null) {
    removeEverything(sqlite, HOUSE);
    scheduleUpkeep(tx, now);
  } else {
    for (const session of hostSessions(sqlite, scope)) bury(tx, now, receiptId, wipedSession(session));
    const bodies = emptyOperations(sqlite, scope);
    if (bodies > 0) holders.push({ holder: "operations", found: bodies, removed: bodies });
    removeAround(sqlite, scope);
    removeRows(sqlite, scope);
  }
  dropUnusedVectors(sqlite);
  updateReceipt(tx, receiptId, { holders: JSON.stringify(holders) });
  keepPieces(app, receiptId, textNeedles(makeNeedles(goneTexts(sqlite, sample))), { rewrites: true });
  recordOperation(tx, now, {
    kind: scope === null ? "store.hard_delete" : "project.hard_delete",
    title:
      scope === null
        ? "Deleted everything that was stored for good"
        : `Deleted project ${scope} with everything of it for good`,
    actor,
    projectId: scope ?? 0,
    changes: scope === null ? [] : [{ table: "projects", id: scope, before: null, after: null }],
    undoable: false,
  });
  enqueue(tx, now, { kind: JOB.purge, key: "all" });
}

const holdersOf = (counts: Record<string, number>): Holder[] =>
  Object.entries(counts).flatMap(([holder, found]) => (found === 0 ? [] : [{ holder, found, removed: found }]));
