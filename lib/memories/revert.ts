/** Going back to an older version: it becomes a new one, so that the whole way A→B→A stays on record. */
import type { App, Tx } from "../context";
import type { Actor } from "../contract/common";
import { AppError } from "../contract/errors";
import type { MemoryRevert } from "../contract/history";
import type { MemoryChange } from "../contract/memory";
import { write } from "../db/write";
import { recordChanges, requireFreeKey, requireRow } from "./change";
import { checkStatement, rejectionError } from "./clean";
import { chainOf, requireMemory } from "./query";
import { findMemories, type MemoryRow, projectMode } from "./repo";
import { writeRules } from "./rules";
import { requireWritable } from "./service";
import { fieldsOf, supersede } from "./version";
import { reviewOf } from "./write";

/**
 * Writes a new version with the value that version `to` has; everything else is inherited from the version in force.
 * Throws `not_found` for an unknown id, `validation_failed` when `to` is no version of this memory or does not pass the
 * gate, `conflict` when it is deleted, when the version in force is not of the given revision, or when the key has an
 * active memory outside the chain. The value being in force already, nothing is written.
 */
export function revertMemory(app: App, id: number, { to, revision }: MemoryRevert, actor: Actor): MemoryChange {
  const { bounds } = writeRules(app);
  const done = write(app, (tx) => {
    const now = app.now();
    const { old, target } = versionsOf(tx, id, to);
    const mode = projectMode(tx, old.projectId);
    requireWritable(mode, actor);
    if (revision !== undefined && revision !== old.revision) throw changedMeanwhile(old);
    if (old.status === "active" && old.value === target.value) return { id: old.id, operation: null };
    const statement = checkStatement(tx, target, { actor, bounds });
    if ("code" in statement) throw rejectionError(statement);
    const reviewState = reviewOf(statement.value, { actor, mode });
    if (reviewState !== null && actor.kind !== "person") {
      throw new AppError("conflict", "That version would wait for review and can't replace what is in force.", {
        hint: "A person can go back to it in the console.",
      });
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
    const operation = recordChanges(tx, now, {
      kind: "memory.revert",
      title: `Went back to version ${to} of memory ${old.id}`,
      actor,
      projectId: old.projectId,
      changes,
    });
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

const changedMeanwhile = (row: MemoryRow): AppError =>
  new AppError("conflict", `Memory ${row.id} was changed since you opened it (revision ${row.revision}).`, {
    hint: "Load it again and choose once more.",
    details: [{ path: "revision", message: String(row.revision) }],
  });
