/** All versions of a memory with what changed from one to the next, and by whom. */
import type { App } from "../context";
import type { FieldChange, MemoryVersion, VersionStep } from "../contract/history";
import type { Memory } from "../contract/memory";
import { diffWords } from "../text/word-diff";
import { type StoredStep, stepsOf } from "./history-query";
import { memoryHistory } from "./query";

const MAX_STEPS = 50;
/** What a person sees of a row, by its name in the contract and in a stored body. */
const FIELDS = [
  ["key", "key"],
  ["attribute", "attribute"],
  ["tags", "tags"],
  ["tier", "tier"],
  ["importance", "importance"],
  ["expires_at", "expiresAt"],
  ["project_id", "projectId"],
] as const satisfies readonly (readonly [keyof Memory, string])[];
/** In place these change too. */
const IN_PLACE = [...FIELDS, ["value", "value"], ["status", "status"], ["review_state", "reviewState"]] as const;

/**
 * The chain that the memory belongs to, oldest first: what it superseded, what superseded it, and A→B→A whole; superseded
 * versions are history and never in force. Of a longer chain the latest 200, and the one that was asked for. Throws
 * `not_found`.
 */
export function memoryVersions(app: App, id: number): MemoryVersion[] {
  const versions = memoryHistory(app, id);
  const byId = new Map(versions.map((version) => [version.id, version]));
  return versions.map((version) => {
    const previous = previousOf(version, byId, versions);
    return {
      ...version,
      previous_id: previous?.id ?? null,
      changed: previous === undefined ? [] : changedFields(previous, version),
      diff: previous === undefined ? [] : diffWords(previous.value, version.value),
      steps: stepsOf(app.db, version.id, MAX_STEPS).map(toStep),
    };
  });
}

/** By its own link; where that version was deleted for good, by the link from the other side. */
function previousOf(version: Memory, byId: Map<number, Memory>, versions: Memory[]): Memory | undefined {
  const linked = version.supersedes === null ? undefined : byId.get(version.supersedes);
  return linked ?? versions.findLast((other) => other.superseded_by === version.id && other.id !== version.id);
}

const changedFields = (before: Memory, after: Memory): FieldChange[] =>
  FIELDS.filter(([field]) => before[field] !== after[field]).map(([field]) => ({
    field,
    before: before[field],
    after: after[field],
  }));

/** A body that was emptied, since its row was deleted for good, tells nothing. */
function toStep({ operationId, kind, actor, at, undone, before, after }: StoredStep): VersionStep {
  const changed =
    before === null || after === null
      ? []
      : IN_PLACE.filter(([, column]) => before[column] !== after[column]).map(([field, column]) => ({
          field,
          before: before[column] ?? null,
          after: after[column] ?? null,
        }));
  return { operation_id: operationId, kind, actor, at, undone, changed };
}
