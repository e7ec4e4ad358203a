/** "Never inject this in that project", said and taken back. Each is an operation that Undo takes back. */
import type { App, Tx } from "../context";
import type { Actor } from "../contract/common";
import { AppError, noSuch } from "../contract/errors";
import type {
  ExclusionListQuery,
  ExclusionPage,
  ExclusionRemoved,
  ExclusionResult,
  NewExclusion,
} from "../contract/exclusion";
import { write } from "../db/write";
import { projectMode } from "../memories/repo";
import { reviewOf } from "../memories/write";
import { findObservation, MANUAL_SOURCE, OBSERVED_SOURCE } from "../observations/repo";
import { recordOperation } from "../operations/record";
import { ById, decodeCursor, encodeCursor, pageOf } from "../paging";
import { projectIdsOf, resolveProjects } from "../projects/service";
import { exclusionById, exclusionsByIds, listExclusionRows, projectOfEntity } from "./exclusions-query";
import { deleteExclusion, type ExcludedEntity, exclusionOf, insertExclusion } from "./exclusions-repo";

/**
 * Keeps a memory (and its newer versions) or an observation out of the blocks of a project, or with `project` null out of
 * all. What was excluded already stays so; `operation_id` is null when all was.
 * Throws `not_found` for an unknown row or project, `forbidden` for an agent in a project that is `read-only` or `off`.
 */
export function exclude(app: App, body: NewExclusion, actor: Actor): ExclusionResult {
  const entity = entityOf(body);
  const projectIds = targetsOf(app, body.project);
  return write(app, (tx) => {
    const now = app.now();
    const owner = requireEntity(tx, entity);
    refuseAgent(tx, owner, actor);
    const known = projectIds.flatMap((projectId) => exclusionOf(tx, entity, projectId)?.id ?? []);
    const made = projectIds
      .filter((projectId) => exclusionOf(tx, entity, projectId) === undefined)
      .map((projectId) => insertExclusion(tx, now, entity, projectId));
    const operationId =
      made.length === 0
        ? null
        : recordOperation(tx, now, {
            kind: `${entity.entityType}.exclude`,
            title: `Kept ${entity.entityType} ${entity.entityId} out of ${placeOf(projectIds)}`,
            actor,
            projectId: owner,
            changes: made.map((row) => ({ table: "injection_exclusions", id: row.id, before: null, after: row })),
          });
    const ids = [...known, ...made.map((row) => row.id)];
    return { ok: true, operation_id: operationId, exclusions: exclusionsByIds(tx, ids) };
  });
}

/**
 * Allows it again. Throws `not_found`, and `forbidden` as {@link exclude} does, and for an agent where a note is held back for
 * a person.
 */
export function includeAgain(app: App, id: number, actor: Actor): ExclusionRemoved {
  return write(app, (tx) => {
    const row = exclusionById(tx, id);
    if (row === undefined) {
      throw noSuch("exclusion", id, "GET /api/exclusions lists them.");
    }
    const owner = projectOfEntity(tx, row.entityType, row.entityId) ?? 0;
    refuseAgent(tx, owner, actor);
    refuseHeldNote(tx, row, actor);
    deleteExclusion(tx, id);
    const operationId = recordOperation(tx, app.now(), {
      kind: `${row.entityType}.include`,
      title: `Allowed ${row.entityType} ${row.entityId} in ${placeOf([row.projectId])} again`,
      actor,
      projectId: owner,
      changes: [{ table: "injection_exclusions", id, before: row, after: null }],
    });
    return { ok: true, operation_id: operationId };
  });
}

/** Newest first, by keyset. An unknown project has none. */
export function listExclusions(app: App, query: ExclusionListQuery): ExclusionPage {
  const [before] = decodeCursor("exclusions", ById, query.cursor) ?? [];
  const filter = {
    projectIds: projectIdsOf(app, query.project),
    memoryId: query.memory,
    observationId: query.observation,
  };
  const rows = listExclusionRows(app.db, filter, before, query.limit + 1);
  return pageOf(rows, query.limit, ({ id }) => encodeCursor("exclusions", id));
}

function entityOf({ memory_id, observation_id }: NewExclusion): ExcludedEntity {
  if (memory_id !== undefined) return { entityType: "memory", entityId: memory_id };
  return { entityType: "observation", entityId: observation_id ?? 0 };
}

/** 0 = everywhere. */
function targetsOf(app: App, ref: string | null): number[] {
  if (ref === null) return [0];
  const found = resolveProjects(app, ref)
    .map((project) => project.id)
    .sort((a, b) => a - b);
  if (found.length > 0) return found;
  throw new AppError("not_found", "There is no such project.", {
    hint: "GET /api/projects lists them; project null means all.",
    details: [{ path: "project", message: "no project has this key, name or alias" }],
  });
}

/** The project of the row. */
function requireEntity(tx: Tx, { entityType, entityId }: ExcludedEntity): number {
  const owner = projectOfEntity(tx, entityType, entityId);
  if (owner === undefined) throw new AppError("not_found", `There is no ${entityType} ${entityId}.`);
  return owner;
}

function refuseAgent(tx: Tx, projectId: number, actor: Actor): void {
  const mode = projectMode(tx, projectId);
  if (actor.kind === "person" || (mode !== "read-only" && mode !== "off")) return;
  throw new AppError("forbidden", `The project is ${mode}: agents may not change what it injects.`);
}

/** What an agent saved and a person is to allow (M27), no agent allows. */
function refuseHeldNote(tx: Tx, { entityType, entityId }: ExcludedEntity, actor: Actor): void {
  const note = entityType === "observation" ? findObservation(tx, entityId) : undefined;
  if (actor.kind === "person" || (note?.source !== MANUAL_SOURCE && note?.source !== OBSERVED_SOURCE)) return;
  if (reviewOf(`${note.title}\n${note.summary}`, { actor, mode: projectMode(tx, note.projectId) }) === null) return;
  throw new AppError("forbidden", `Observation ${entityId} is held back until a person allows it.`);
}

const placeOf = (projectIds: number[]): string =>
  projectIds.includes(0) ? "every project" : `project ${projectIds.join(", ")}`;
