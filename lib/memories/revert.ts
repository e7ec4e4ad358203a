/** Going back to what a memory said: an older version becomes a new one, so that the whole way A→B→A stays on record; an older text of the same version is put back in place. */
import type { App, Tx } from "../context";
import type { Actor } from "../contract/common";
import { AppError } from "../contract/errors";
import type { MemoryRevert } from "../contract/history";
import type { MemoryChange } from "../contract/memory";
import { write } from "../db/write";
import { applyValues, changedSince, recordChanges, requireFreeKey, requireRow } from "./change";
import { checkStatement, rejectionError } from "./clean";
import { bodyAfter } from "./history-query";
import { chainOf, requireMemory } from "./query";
import { findMemories, type MemoryRow, projectMode } from "./repo";
import { writeRules } from "./rules";
import { requireWritable, stateAfterEdit } from "./service";
import { fieldsOf, supersede } from "./version";
import { reviewOf } from "./write";

/**
 * Writes a new version with the value that version `to` has, or had after `operation`; everything else is inherited from the
 * version in force. An earlier text of the version in force itself becomes its text again. Throws `not_found` for an unknown
 * id, `validation_failed` when `to` is no version of this memory, `operation` did not write it, or the text does not pass the
 * gate, `conflict` when it is deleted, when the version in force is not of the given revision, or when the key has an
 * active memory outside the chain. The value being in force already, nothing is written.
 */
export function revertMemory(
  app: App,
  id: number,
  { to, operation: after, revision }: MemoryRevert,
  actor: Actor,
): MemoryChange {
  const { bounds } = writeRules(app);
  const done = write(app, (tx) => {
    const now = app.now();
    const { old, target: version } = versionsOf(tx, id, to);
    const target = after === undefined ? version : { ...version, value: valueAfter(tx, version, after) };
    const mode = projectMode(tx, old.projectId);
    requireWritable(mode, actor);
    if (revision !== undefined && revision !== old.revision) throw changedSince(old);
    if (old.status === "active" && old.value === target.value) return { id: old.id, operation: null };
    const statement = checkStatement(tx, target, { actor, bounds });
    if ("code" in statement) throw rejectionError(statement);
    const reviewState = reviewOf(statement.value, { actor, mode });
    if (reviewState !== null && actor.kind !== "person") {
      throw new AppError("conflict", "That version would wait for review and can't replace what is in force.", {
        hint: "A person can go back to it in the console.",
      });
    }
    const described = { kind: "memory.revert", actor, projectId: old.projectId };
    if (old.id === target.id && after !== undefined) {
      const values = { value: statement.value.trim(), reviewState: stateAfterEdit(old.reviewState, reviewState) };
      const change = applyValues(tx, now, old, values);
      const title = `Went back to what memory ${old.id} said before`;
      return {
        id: old.id,
        operation: recordChanges(tx, now, { ...described, title, changes: change === null ? [] : [change] }),
      };
    }
    requireFreeKey(tx, old);
    const { row, changes } = supersede(tx, now, old, {
      ...fieldsOf(
        { ...old, value: target.value, confidence: target.confidence, tags: old.tags, expiresAt: undefined },
        old,
        {},
        now,
      ),
      key: old.key,
      value: target.value,
      projectId: old.projectId,
      origin: target.origin,
      host: target.host,
      sourceSession: target.sourceSession,
      sources: target.sources,
      reviewState,
      createdAt: now,
      updatedAt: now,
    });
    const title = `Went back to version ${to} of memory ${old.id}`;
    const operation = recordChanges(tx, now, { ...described, title, changes });
    return { id: row.id, operation };
  });
  return { ok: true, memory: requireMemory(app, done.id), operation_id: done.operation };
}

/** The version in force (else the last one), and the one to go back to. */
function versionsOf(tx: Tx, id: number, to: number): { old: MemoryRow; target: MemoryRow } {
  const asked = requireRow(tx, id);
  const chain = findMemories(tx, chainOf(tx, id));
  const target = chain.find((row) => row.id === to);
  if (target === undefined) {
    throw new AppError("validation_failed", `Memory ${to} is no version of memory ${id}.`, {
      hint: `GET /api/memories/${id}/history lists them.`,
      details: [{ path: "to", message: "no version of this memory" }],
    });
  }
  if (target.status === "deleted") {
    throw new AppError("conflict", `Version ${to} is deleted.`, { hint: "Restore it first." });
  }
  const old = asked.status === "active" ? asked : (chain.findLast((row) => row.status === "active") ?? chain.at(-1));
  return { old: old ?? asked, target };
}

/** What an operation made the version say. */
function valueAfter(tx: Tx, { id }: MemoryRow, operation: number): string {
  const value = bodyAfter(tx, id, operation)?.["value"];
  if (typeof value === "string") return value;
  throw new AppError("validation_failed", `Operation ${operation} did not write memory ${id}.`, {
    hint: `GET /api/memories/${id}/history lists the steps of each version.`,
    details: [{ path: "operation", message: "no step of this version" }],
  });
}
