/** Records one reversible change: who, what, and every row before and after. */
import { appendActivity } from "../activity/repo";
import type { Tx } from "../context";
import { appendChanges, insertOperation, type KeyedTable, type NewOperation, type UndoableTable } from "./repo";

/** Operations are named by what is done, the feed says what was done. */
const DONE: Record<string, string> = {
  add: "added",
  replace: "replaced",
  edit: "edited",
  archive: "archived",
  restore: "restored",
  delete: "deleted",
  hard_delete: "hard_deleted",
  merge: "merged",
  forget: "forgotten",
  import: "imported",
  extract: "extracted",
  undo: "undone",
  revert: "reverted",
  supersede: "superseded",
  resolve: "resolved",
  consolidate: "consolidated",
  expire: "expired",
  fade: "faded",
  exclude: "excluded",
  include: "included",
  approve: "approved",
  keep: "kept",
  record: "recorded",
  save: "saved",
  move: "moved",
  tag: "tagged",
  change: "changed",
  make: "made",
  pause: "paused",
  resume: "resumed",
  discard: "discarded",
};

const ENTITIES: Record<UndoableTable | KeyedTable, string> = {
  memories: "memory",
  observations: "observation",
  summaries: "summary",
  prompts: "prompt",
  events: "event",
  sessions: "session",
  memory_pairs: "pair",
  review_findings: "finding",
  injection_exclusions: "exclusion",
  injections: "injection",
  reflections: "reflection",
  tasks: "task",
  jobs: "job",
  projects: "project",
  project_aliases: "project",
  project_roots: "project",
  settings: "setting",
};

/** Writes the operation, its changes and the activity row; answers the operation's id. */
export function recordOperation(tx: Tx, now: number, operation: NewOperation): number {
  const id = insertOperation(tx, now, operation);
  tellFeed(tx, now, id, operation);
  return id;
}

/** Adds what a further transaction did to an operation that holds; the title then speaks of all of it. */
export function continueOperation(tx: Tx, now: number, id: number, operation: NewOperation): void {
  appendChanges(tx, id, operation);
  tellFeed(tx, now, id, operation);
}

function tellFeed(tx: Tx, now: number, id: number, operation: NewOperation): void {
  const first = operation.changes[0];
  appendActivity(tx, now, {
    kind: activityKind(operation.kind),
    projectId: operation.projectId ?? 0,
    entityType: first === undefined ? null : ENTITIES[first.table],
    entityId: first?.id ?? null,
    data: { ...operation.told, operation: id, changes: operation.changes.length, actor: operation.actor.kind },
  });
}

function activityKind(kind: string): string {
  const at = kind.lastIndexOf(".") + 1;
  return `${kind.slice(0, at)}${DONE[kind.slice(at)] ?? kind.slice(at)}`;
}
