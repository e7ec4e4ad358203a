/** Two projects that are one: everything of the one goes to the other, which then answers to all its names and folders. */
import type { App, Tx } from "../context";
import type { Actor } from "../contract/common";
import { AppError } from "../contract/errors";
import type { ProjectMoved, ProjectMovePreview } from "../contract/project";
import { write } from "../db/write";
import { recordOperation } from "../operations/record";
import type { NewChange } from "../operations/repo";
import { ownerBody } from "../operations/take-back-moves";
import { requirePerson, requireRow } from "./change";
import { foldName } from "./identify";
import { clashesOf, moveEvidence, moveMemories, shownClashes } from "./move";
import { countMoved, exclusionsOf, giveExclusion, memoriesOf, removeExclusion } from "./move-repo";
import {
  addAliasRow,
  aliasesOf,
  deleteProject,
  giveRoot,
  type ProjectRow,
  removeAlias,
  rootsOf,
  updateProject,
} from "./repo";
import { requireProject, STRENGTH } from "./service";

/** What {@link mergeProject} would move, and which memories would yield to which. Throws as that does. */
export function previewMerge(app: App, id: number, into: number): ProjectMovePreview {
  return app.db.transaction((tx) => {
    requireTwo(tx, id, into);
    const rows = memoriesOf(tx, id);
    return {
      moved: { ...countMoved(tx, { projectId: id }), memories: rows.length },
      ...shownClashes(clashesOf(tx, rows, into)),
    };
  });
}

/**
 * Merges project `id` into `into`, as one operation that Undo takes back whole: the project comes back with its number, its
 * names and what it held; what was captured since stays where it is, and what was deleted for good stays away. All of it is
 * one transaction. Of two active memories under one key the newer stays in force, unless it waits for review and the other
 * does not; the other becomes its older version. The project that stays keeps name, mode and settings.
 *
 * Throws `not_found`, `forbidden` for anybody but a person, `validation_failed` where both are the same.
 */
export function mergeProject(app: App, id: number, into: number, actor: Actor): ProjectMoved {
  requirePerson(actor);
  const { operation, moved } = write(app, (tx) => {
    const now = app.now();
    const [from, to] = requireTwo(tx, id, into);
    const rows = memoriesOf(tx, id);
    const memories = moveMemories(tx, now, rows, into, clashesOf(tx, rows, into));
    const evidence = moveEvidence(tx, now, { projectId: id }, into);
    const changes = [
      ...memories,
      ...evidence.changes,
      ...moveExclusions(tx, id, into),
      ...moveNames(tx, now, from, into),
      ...moveRoots(tx, id, into),
      ...joinRows(tx, from, to),
    ];
    const recorded = recordOperation(tx, now, {
      kind: "project.merge",
      title: `Merged project ${id} into project ${into}`,
      actor,
      projectId: into,
      changes,
    });
    return { operation: recorded, moved: { ...evidence.moved, memories: rows.length } };
  });
  return { ok: true, project: requireProject(app, into), moved, operation_id: operation };
}

function requireTwo(tx: Tx, id: number, into: number): [ProjectRow, ProjectRow] {
  if (id === into) {
    throw new AppError("validation_failed", "A project can't be merged into itself.", {
      hint: "Name another project.",
      details: [{ path: "into", message: "the same project" }],
    });
  }
  const [from, to] = [requireRow(tx, id), requireRow(tx, into)];
  if (from.accountId === to.accountId) return [from, to];
  throw new AppError("conflict", "The two projects are of different accounts, which share nothing.", {
    hint: "Move single memories instead.",
  });
}

function moveExclusions(tx: Tx, id: number, into: number): NewChange[] {
  const table = "injection_exclusions";
  return exclusionsOf(tx, id, into).map(({ row, isTwice }) => {
    if (isTwice) removeExclusion(tx, row.id);
    else giveExclusion(tx, row.id, into);
    return isTwice
      ? { table, id: row.id, before: row, after: null }
      : { table, id: row.id, before: ownerBody(id), after: ownerBody(into) };
  });
}

/** Also its key, which others may have noted. */
function moveNames(tx: Tx, now: number, from: ProjectRow, into: number): NewChange[] {
  const table = "project_aliases";
  const own = aliasesOf(tx, from.id);
  const byKey = { projectId: from.id, alias: foldName(from.key), kind: "manual" as const, createdAt: now };
  const changes: NewChange[] = own.map((row) => {
    removeAlias(tx, from.id, row.alias);
    return { table, id: from.id, before: row, after: null };
  });
  for (const row of own.some(({ alias }) => alias === byKey.alias) ? own : [...own, byKey]) {
    const after = addAliasRow(tx, { ...row, projectId: into });
    if (after !== undefined) changes.push({ table, id: into, before: null, after });
  }
  return changes;
}

const moveRoots = (tx: Tx, id: number, into: number): NewChange[] =>
  rootsOf(tx, id).map((before) => ({
    table: "project_roots",
    id: into,
    before,
    after: giveRoot(tx, before.path, into),
  }));

/** The stronger key holds from now on: capture would find the project by it and give it that key anyway. */
function joinRows(tx: Tx, from: ProjectRow, to: ProjectRow): NewChange[] {
  deleteProject(tx, from.id);
  const values = {
    ...(STRENGTH[from.kind] > STRENGTH[to.kind] ? { key: from.key, kind: from.kind } : {}),
    lastActivityAt: Math.max(from.lastActivityAt, to.lastActivityAt),
    needsReview: false,
  };
  const after = updateProject(tx, to.id, values);
  return [
    { table: "projects", id: from.id, before: from, after: null },
    { table: "projects", id: to.id, before: bodyOf(to), after: bodyOf(after) },
  ];
}

const bodyOf = ({ id, key, kind, lastActivityAt, needsReview }: ProjectRow) => ({
  id,
  key,
  kind,
  lastActivityAt,
  needsReview,
});
