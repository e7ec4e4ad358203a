/** What people and agents do with memories; each call is one transaction, one operation, one line in the feed. */
import type { App } from "../context";
import type { Actor } from "../contract/common";
import { AppError } from "../contract/errors";
import type { MemoryChange, MemoryPatch, MemoryWriteResult, NewMemory, SourceRef } from "../contract/memory";
import { write } from "../db/write";
import { cleanText } from "../text/clean";
import { applyValues, recordChanges, requireFreeKey, requireRow } from "./change";
import { parseExpiry } from "./fields";
import { checkQuality } from "./gate";
import { requireMemory } from "./query";
import { type MemoryRow, type MemoryValues, projectMode } from "./repo";
import { findScope, scopeId } from "./scope";
import { cleanKey, cleanTags, proposeMemory, reviewOf } from "./write";

export interface CreateOptions {
  actor: Actor;
  /** Replace what the key holds (E43); a person's word always does. */
  explicit?: boolean;
  sourceSession?: string;
  sources?: SourceRef[];
}

/**
 * Writes one memory (E9–E11, E41–E44). Throws `validation_failed` with the gate's reason, `forbidden` when the
 * project's mode keeps agents out. A conflict or a repetition is an answer, not an error.
 */
export function createMemory(app: App, input: NewMemory, options: CreateOptions): MemoryWriteResult {
  const scope = findScope(app, input.project, input.key);
  return write(app, (tx) => {
    const now = app.now();
    const projectId = scopeId(tx, now, scope);
    const mode = projectMode(tx, projectId);
    requireWritable(mode, options.actor);
    const proposed = proposeMemory(
      tx,
      now,
      { ...input, expiresAt: input.expires_at === undefined ? undefined : parseExpiry(input.expires_at) },
      {
        actor: options.actor,
        projectId,
        sourceSession: options.sourceSession ?? "",
        sources: options.sources ?? [],
        mode,
        explicit: options.explicit ?? options.actor.kind === "person",
        defaultAttribute: "fact",
      },
    );
    if (proposed.status === "rejected" || proposed.id === null) {
      const message = proposed.reason ?? "The memory was rejected.";
      throw new AppError("validation_failed", message, { details: [{ path: "value", message }] });
    }
    const operation = recordChanges(tx, now, {
      kind: proposed.status === "replaced" ? "memory.replace" : "memory.add",
      title:
        proposed.status === "replaced" ? `Replaced a memory by memory ${proposed.id}` : `Added memory ${proposed.id}`,
      actor: options.actor,
      projectId,
      changes: proposed.changes,
    });
    return {
      status: proposed.status,
      id: proposed.id,
      ...(proposed.reason === undefined ? {} : { reason: proposed.reason }),
      operation_id: operation,
    };
  });
}

/**
 * Edits fields in place. Throws `not_found`, `conflict` when `revision` is not the current one or the key is taken,
 * `validation_failed` when the new value does not pass the gate. An edit that changes nothing has `operation_id` null.
 */
export function updateMemory(app: App, id: number, patch: MemoryPatch, actor: Actor): MemoryChange {
  return changeOne(app, id, actor, "memory.edit", `Edited memory ${id}`, (tx, row) => {
    if (patch.revision !== undefined && patch.revision !== row.revision) {
      throw new AppError("conflict", `Memory ${id} was changed since you opened it (revision ${row.revision}).`, {
        hint: "Load it again and make the change once more.",
        details: [{ path: "revision", message: String(row.revision) }],
      });
    }
    const values = patchValues(row, patch, actor);
    if (values.key !== undefined && row.status === "active") requireFreeKey(tx, { ...row, key: values.key });
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
  values: (tx: Parameters<typeof requireRow>[0], row: MemoryRow) => MemoryValues,
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

/** Throws `forbidden` when the project's mode keeps agents from writing. */
export function requireWritable(mode: ReturnType<typeof projectMode>, actor: Actor): void {
  if (actor.kind === "person" || (mode !== "read-only" && mode !== "off")) return;
  throw new AppError("forbidden", `The project is ${mode}: agents may not write memories to it.`, {
    hint: "A person can write it in the console, or change the project's mode.",
  });
}

function patchValues(row: MemoryRow, patch: MemoryPatch, actor: Actor): MemoryValues {
  const values: MemoryValues = {};
  if (patch.key !== undefined) values.key = cleanKey(patch.key);
  if (patch.value !== undefined) values.value = cleanText(patch.value).text.trim();
  if (patch.attribute !== undefined) values.attribute = cleanText(patch.attribute).text.trim();
  if (patch.tags !== undefined) values.tags = cleanTags(patch.tags);
  if (patch.importance !== undefined) values.importance = patch.importance;
  if (patch.tier !== undefined) values.tier = patch.tier;
  if (patch.expires_at !== undefined) values.expiresAt = parseExpiry(patch.expires_at);
  const [key, value] = [values.key ?? row.key, values.value ?? row.value];
  if (key !== row.key || value !== row.value) {
    const failure = checkQuality(key, value);
    if (failure !== null) {
      throw new AppError("validation_failed", failure.message, {
        details: [{ path: "value", message: failure.message }],
      });
    }
  }
  if (value !== row.value) {
    const review = reviewOf(value, { actor, mode: "auto" });
    values.reviewState = review ?? (row.reviewState === "quarantined" ? null : row.reviewState);
  }
  return values;
}
