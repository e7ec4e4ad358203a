/** One project that is two: a folder of it becomes a project of its own, with the sessions that began there. */
import { basename } from "node:path";
import type { App, Tx } from "../context";
import type { Actor } from "../contract/common";
import { AppError } from "../contract/errors";
import type { ProjectMoved, ProjectMovePreview, ProjectSplit } from "../contract/project";
import { write } from "../db/write";
import { recordOperation } from "../operations/record";
import type { NewChange } from "../operations/repo";
import { clean, requirePerson, requireRow } from "./change";
import { foldName } from "./identify";
import { moveEvidence, moveMemories } from "./move";
import { countMoved, memoriesOfSessions, sessionsOf, type Source } from "./move-repo";
import { isAtOrBelow, normalizePath } from "./paths";
import { addAliasRow, giveRoot, insertProject, projectByKey, rootsOf, type RootRow } from "./repo";
import { requireProject, splitKey } from "./service";

/** What {@link splitProject} would move. Throws as that does. */
export function previewSplit(app: App, id: number, root: string): ProjectMovePreview {
  return app.db.transaction((tx) => {
    requireRow(tx, id);
    const source = sourceOf(tx, id, requireRoot(tx, id, root).path);
    const memories = memoriesOfSessions(tx, id, source.sessionIds).length;
    return { moved: { ...countMoved(tx, source), memories }, clashes: [], clashes_total: 0 };
  });
}

/**
 * Makes a project of one of the folders of project `id`: with the sessions whose first folder lies in it, all of them that
 * stands in project `id`, and the memories that were drawn from those sessions alone. From then on the folder leads there,
 * whatever its repository says. One operation that Undo takes back whole, unless more was captured there since.
 *
 * Throws `not_found`, `forbidden` for anybody but a person, `validation_failed` for a folder that is not the project's or is
 * its only one, and for a name that is private text.
 */
export function splitProject(app: App, id: number, { root, name }: ProjectSplit, actor: Actor): ProjectMoved {
  requirePerson(actor);
  const given = name === undefined ? undefined : clean("name", name);
  const { operation, moved, made } = write(app, (tx) => {
    const now = app.now();
    const from = requireRow(tx, id);
    const folder = requireRoot(tx, id, root);
    const source = sourceOf(tx, id, folder.path);
    const { mode, llmEnabled, llmDailyTokens, injectMaxChars, kind, lastActivityAt } = from;
    const { capturePausedAt, recallPausedAt } = from;
    const project = insertProject(tx, {
      key: freeKey(tx, folder.path),
      name: given ?? (basename(folder.path) || from.name),
      kind: kind === "name" || kind === "unknown" ? "folder" : kind,
      mode,
      llmEnabled,
      llmDailyTokens,
      injectMaxChars,
      capturePausedAt,
      recallPausedAt,
      createdAt: now,
      lastActivityAt,
    });
    const memories = memoriesOfSessions(tx, id, source.sessionIds);
    const changes: NewChange[] = [{ table: "projects", id: project.id, before: null, after: project }];
    const alias = addAliasRow(tx, {
      projectId: project.id,
      alias: foldName(project.name),
      kind: "name",
      createdAt: now,
    });
    if (alias !== undefined) changes.push({ table: "project_aliases", id: project.id, before: null, after: alias });
    const after = giveRoot(tx, folder.path, project.id);
    changes.push({ table: "project_roots", id: project.id, before: folder, after });
    const evidence = moveEvidence(tx, now, source, project.id);
    changes.push(...evidence.changes, ...moveMemories(tx, now, memories, project.id, []));
    const recorded = recordOperation(tx, now, {
      kind: "project.split",
      title: `Split project ${project.id} off project ${id}`,
      actor,
      projectId: id,
      changes,
    });
    return { operation: recorded, made: project.id, moved: { ...evidence.moved, memories: memories.length } };
  });
  return { ok: true, project: requireProject(app, made), moved, operation_id: operation };
}

function requireRoot(tx: Tx, id: number, path: string): RootRow {
  const roots = rootsOf(tx, id);
  const root = roots.find((known) => known.path === path);
  if (root !== undefined && roots.length > 1) return root;
  throw new AppError(
    "validation_failed",
    root === undefined ? "That is no folder of the project." : "That is the project's only folder.",
    {
      hint: root === undefined ? "GET /api/projects/:id lists its roots." : "Rename the project instead.",
      details: [{ path: "root", message: root === undefined ? "not a root" : "the only root" }],
    },
  );
}

/** The folder may have been split off before, and merged back: its key then is the name of another project. */
function freeKey(tx: Tx, root: string): string {
  const key = splitKey(root);
  if (projectByKey(tx, key) === undefined) return key;
  throw new AppError("conflict", "Another project was split off for this folder before.", {
    hint: "Merge that one first.",
  });
}

/** Sessions of the project that began in the folder or below it, but not in a folder of the project that lies deeper. */
function sourceOf(tx: Tx, projectId: number, root: string): Source & { sessionIds: number[] } {
  const deeper = rootsOf(tx, projectId).filter(({ path }) => path !== root && isBelow(path, root));
  const isOf = (cwd: string | null): boolean =>
    cwd !== null && isBelow(cwd, root) && !deeper.some(({ path }) => isBelow(cwd, path));
  const sessionIds = sessionsOf(tx, projectId).flatMap(({ id, cwd }) => (isOf(cwd) ? [id] : []));
  return { projectId, sessionIds };
}

function isBelow(inner: string, outer: string): boolean {
  const [a, b] = [normalizePath(inner), normalizePath(outer)];
  return a !== null && b !== null && isAtOrBelow(a, b);
}
