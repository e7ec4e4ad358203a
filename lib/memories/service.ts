/** What people and agents do with memories; each call is one transaction, one operation, one line in the feed. */
import type { App, Tx } from "../context";
import type { Actor } from "../contract/common";
import { AppError } from "../contract/errors";
import type {
  MemoryChange,
  MemoryPatch,
  MemoryWriteResult,
  NewMemory,
  ReviewState,
  SourceRef,
} from "../contract/memory";
import { write } from "../db/write";
import { requirePerson } from "../projects/change";
import { applyValues, changedSince, recordChanges, requireFreeKey, requireRow } from "./change";
import { checkStatement, cleanTags, cleanWord, rejectionError } from "./clean";
import { clampImportance, parseExpiry } from "./fields";
import type { GateBounds } from "./gate";
import type { Neighbour } from "./neighbours";
import { chainOf, getMemory, requireMemory } from "./query";
import { findMemories, type MemoryRow, type MemoryValues, projectMode } from "./repo";
import { writeRules } from "./rules";
import { placeMemory, placeValues } from "./place";
import { findScope, scopeId, type ScopeHints } from "./scope";
import { type Proposed, proposeMemory, reviewOf } from "./write";

export interface CreateOptions {
  actor: Actor;
  /** Replace what the key holds (E43); a person's word always does. */
  explicit?: boolean;
  sourceSession?: string;
  sources?: SourceRef[];
  /** The writer's folder: the memory belongs to its project where neither `project` nor the key names one. */
  cwd?: string | undefined;
  /** Nearest memories, looked up by `addMemory`; without them nothing is merged (E45). */
  neighbours?: Neighbour[] | undefined;
}

/** Where it is to stand, as who writes it says. */
export const scopeHints = ({ project, key }: NewMemory, { cwd, actor }: CreateOptions): ScopeHints => ({
  project,
  key,
  cwd,
  isPerson: actor.kind === "person",
});

/**
 * Writes one memory (E9–E11, E41–E45). Throws `validation_failed` with the gate's reason as `rejection`, `forbidden`
 * when the project's mode keeps agents out. A conflict or a repetition is an answer, not an error.
 */
export function createMemory(app: App, input: NewMemory, options: CreateOptions): MemoryWriteResult {
  const scope = findScope(app, scopeHints(input, options));
  const rules = writeRules(app);
  return write(app, (tx) => {
    const now = app.now();
    const projectId = scopeId(tx, now, scope);
    const proposed = proposeMemory(
      tx,
      now,
      { ...input, expiresAt: input.expires_at === undefined ? undefined : parseExpiry(input.expires_at) },
      {
        actor: options.actor,
        projectId,
        sourceSession: options.sourceSession ?? "",
        sources: options.sources ?? [],
        mode: projectMode(tx, projectId),
        explicit: options.explicit ?? options.actor.kind === "person",
        ...rules,
        neighbours: options.neighbours,
        defaultAttribute: "fact",
      },
    );
    const { status, id, reason } = proposed;
    if (status === "rejected" || id === null) {
      throw rejectionError({ code: proposed.code ?? "empty", reason: reason ?? "The memory was rejected." });
    }
    const { kind, title } = OPERATION[status](proposed);
    const operation = recordChanges(tx, now, {
      kind,
      title,
      actor: options.actor,
      projectId,
      changes: proposed.changes,
    });
    return {
      status,
      id,
      ...(reason === undefined ? {} : { reason }),
      ...(proposed.mergedInto === undefined ? {} : { merged_into: proposed.mergedInto }),
      ...(proposed.pair === undefined ? {} : { pair_id: proposed.pair }),
      ...(proposed.held === undefined ? {} : { review_state: proposed.held }),
      project: getMemory(app, id)?.project ?? null,
      operation_id: operation,
    };
  });
}

/** What the feed and the list of operations call it. A repetition has no changes, and so no operation. */
const OPERATION: Record<MemoryWriteResult["status"], (proposed: Proposed) => { kind: string; title: string }> = {
  added: ({ id }) => ({ kind: "memory.add", title: `Added memory ${id}` }),
  skipped: ({ id }) => ({ kind: "memory.add", title: `Added memory ${id}` }),
  replaced: ({ id }) => ({ kind: "memory.replace", title: `Replaced a memory by memory ${id}` }),
  merged: ({ id, mergedInto }) => ({
    kind: "memory.merge",
    title: `Merged what was said again into memory ${mergedInto?.id}, now memory ${id}`,
  }),
  conflict: ({ id }) => ({ kind: "pair.record", title: `Noted a statement that contradicts memory ${id}` }),
};

/**
 * Edits fields in place. Throws `not_found`, `conflict` when `revision` is not the current one, the key is taken or the
 * statement of a superseded version is to change, `validation_failed` when the new value does not pass the gate. An edit that changes nothing has `operation_id` null.
 * With `project` it moves as well, in the same operation (E110); throws then what `placeMemory` throws.
 */
export function updateMemory(app: App, id: number, patch: MemoryPatch, actor: Actor): MemoryChange {
  const { bounds } = writeRules(app);
  const { project, revision, ...fields } = patch;
  if (project !== undefined && Object.keys(fields).length === 0)
    return placeMemory(app, id, { project, revision }, actor);
  if (project !== undefined) requirePerson(actor);
  const scope = project === undefined ? null : findScope(app, { project, key: "", isPerson: true });
  return changeOne(app, id, actor, "memory.edit", `Edited memory ${id}`, (tx, row) => {
    if (revision !== undefined && revision !== row.revision) throw changedSince(row);
    const values = patchValues(tx, row, fields, { actor, bounds });
    if (scope !== null) Object.assign(values, placeValues(tx, app.now(), { ...row, ...values }, scope));
    const after = { ...row, ...values };
    const isElsewhere = after.key !== row.key || after.projectId !== row.projectId;
    if (isElsewhere && row.status === "active") requireFreeKey(tx, after);
    return values;
  });
}

/** Takes an active memory out of use; archived already changes nothing. Throws `conflict` for other statuses. */
export function archiveMemory(app: App, id: number, actor: Actor): MemoryChange {
  return changeOne(app, id, actor, "memory.archive", `Archived memory ${id}`, (_tx, row) => archiveValues(row));
}

/** Makes it active from any status (E104). Throws `conflict`, naming the row, when the key has an active memory. */
export function restoreMemory(app: App, id: number, actor: Actor): MemoryChange {
  return changeOne(app, id, actor, "memory.restore", `Restored memory ${id}`, (tx, row) => {
    requireFreeKey(tx, row);
    return RESTORED;
  });
}

/** First stage of deletion (E12): out of every search at once, back by restore or undo. */
export function softDeleteMemory(app: App, id: number, actor: Actor): MemoryChange {
  return changeOne(app, id, actor, "memory.delete", `Deleted memory ${id}`, () => DELETED);
}

export const RESTORED: MemoryValues = { status: "active", supersededBy: null };
export const DELETED: MemoryValues = { status: "deleted" };

/** Throws `conflict` unless the row is active or archived. */
export function archiveValues(row: MemoryRow): MemoryValues {
  if (row.status !== "active" && row.status !== "archived") {
    throw new AppError("conflict", `Memory ${row.id} is ${row.status}; only an active one can be archived.`);
  }
  return { status: "archived" };
}

function changeOne(
  app: App,
  id: number,
  actor: Actor,
  kind: string,
  title: string,
  values: (tx: Tx, row: MemoryRow) => MemoryValues,
): MemoryChange {
  const operation = write(app, (tx) => {
    const now = app.now();
    const row = requireRow(tx, id);
    requireWritable(projectMode(tx, row.projectId), actor);
    const change = applyValues(tx, now, row, values(tx, row));
    return recordChanges(tx, now, {
      kind,
      title,
      actor,
      projectId: row.projectId,
      changes: change === null ? [] : [change],
    });
  });
  return { ok: true, memory: requireMemory(app, id), operation_id: operation };
}

/**
 * Throws `forbidden` when the project's mode keeps agents from writing. A job that keeps house is no agent: it may tidy a
 * project that takes no new memories; that nothing is extracted into one is for the write path to see to.
 */
export function requireWritable(mode: ReturnType<typeof projectMode>, actor: Actor): void {
  if (actor.kind !== "agent" || (mode !== "read-only" && mode !== "off")) return;
  throw rejectionError({ code: "read_only", reason: `The project is ${mode}: agents may not write memories to it.` });
}

/** The fields that a patch writes; throws as {@link updateMemory} does, but for the revision and the key. */
export function patchValues(
  tx: Tx,
  row: MemoryRow,
  patch: Omit<MemoryPatch, "project" | "revision">,
  rules: { actor: Actor; bounds: GateBounds },
): MemoryValues {
  const values: MemoryValues = {};
  if (patch.attribute !== undefined) values.attribute = cleanWord(patch.attribute);
  if (patch.tags !== undefined) values.tags = cleanTags(patch.tags);
  if (patch.importance !== undefined) values.importance = clampImportance(patch.importance) ?? row.importance;
  if (patch.tier !== undefined) values.tier = patch.tier;
  if (patch.expires_at !== undefined) values.expiresAt = parseExpiry(patch.expires_at);
  const given = { key: patch.key ?? row.key, value: patch.value ?? row.value };
  if (given.key === row.key && given.value === row.value) return values;
  if (row.status === "superseded") throw isHistory(tx, row);
  const statement = checkStatement(tx, given, rules);
  if ("code" in statement) throw rejectionError(statement);
  values.key = statement.key;
  values.value = statement.value.trim();
  if (values.value !== row.value) {
    const review = reviewOf(values.value, { actor: rules.actor, mode: projectMode(tx, row.projectId) });
    values.reviewState = stateAfterEdit(row.reviewState, review);
  }
  return values;
}

/** What a version said stays what it said; who holds its old id means the one in force. */
function isHistory(tx: Tx, { id }: MemoryRow): AppError {
  const active = findMemories(tx, chainOf(tx, id)).findLast((version) => version.status === "active");
  return new AppError("conflict", `Memory ${id} is an earlier version, whose statement can't be changed any more.`, {
    hint:
      active === undefined
        ? `Restore it first: POST /api/memory/${id}/restore.`
        : `Change memory ${active.id}, which is in force, or go back to this version: POST /api/memories/${id}/revert.`,
    ...(active === undefined ? {} : { details: [{ path: "memory", message: String(active.id) }] }),
  });
}

/** A row that is half of a conflict stays so until a person decides; what was quarantined is judged anew. */
export function stateAfterEdit(before: ReviewState | null, review: ReviewState | null): ReviewState | null {
  if (review === "quarantined") return review;
  return before === "conflict" ? before : (review ?? (before === "quarantined" ? null : before));
}
