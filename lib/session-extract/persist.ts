/** Writes what a session left behind: its log and at most eight memories, as one operation in one transaction (E85–E87). */
import { appendActivity } from "../activity/repo";
import type { App, Tx } from "../context";
import { write } from "../db/write";
import { keyOfSubject } from "../extract/memories-repo";
import { isTouched } from "../extract/repo";
import { MERGE_NEIGHBOURS } from "../memories/absorb";
import { findNeighbours, type Neighbour } from "../memories/neighbours";
import { findActiveByKey, type MemoryRow, projectMode } from "../memories/repo";
import { writeRules } from "../memories/rules";
import { type Scope, scopeId } from "../memories/scope";
import { supersede } from "../memories/version";
import { proposeMemory, type Proposed, type WriteContext } from "../memories/write";
import { recordOperation } from "../operations/record";
import type { NewChange } from "../operations/repo";
import type { Atomic } from "./candidate";
import { idOfScope, scopeOfKey, type SessionProject } from "./project";
import { foldKey } from "./rank";
import { isTakenBack, SESSION_EXTRACTION } from "./repo";
import type { SessionLog } from "./summary";

/** E85. */
const MAX_WRITTEN = 8;
/** Candidates whose neighbours are looked up; whoever ranks lower is written without a merge. */
const MAX_LOOKED_UP = 24;
const ACTOR = { kind: "job", name: "session-extractor" } as const;

export interface SessionPlan {
  project: SessionProject;
  /** E80. */
  sourceSession: string;
  /** When the session's log was last written, milliseconds UTC. */
  at: number;
  log: SessionLog | null;
  /** Ranked (E84). */
  atomics: Atomic[];
  via: "rules" | "llm";
}

export interface Persisted {
  /** Memories written, the log included. */
  written: number;
  /** What became of the others, by reason. */
  left: Record<string, number>;
  /** null = nothing was written. */
  operationId: number | null;
}

interface Prepared {
  atomic: Atomic;
  scope: Scope;
  neighbours: Neighbour[] | undefined;
}

/** Throws what the store throws; then nothing of it is written. Vectors follow as jobs, after the commit (E88). */
export async function persistSession(app: App, plan: SessionPlan): Promise<Persisted> {
  const prepared = await prepare(app, plan);
  const rules = writeRules(app);
  return write(app, (tx) => {
    const now = app.now();
    const changes: NewChange[] = [];
    const left: Record<string, number> = {};
    const projectId = scopeId(tx, now, plan.project.scope);
    const base = { actor: ACTOR, origin: plan.via, sourceSession: plan.sourceSession, sources: [], ...rules };
    let written = plan.log === null ? 0 : storeLog(tx, now, plan, plan.log, projectId, base, changes);
    let slots = MAX_WRITTEN;
    for (const { atomic, scope, neighbours } of prepared) {
      if (slots === 0) break;
      const scopeIdOf = "id" in scope ? scope.id : projectId;
      const key = plan.via === "rules" ? keyOfSubject(tx, scopeIdOf, foldKey(atomic.key)) : foldKey(atomic.key);
      if (isTakenBack(tx, scopeIdOf, { key, value: atomic.value }, plan.sourceSession)) {
        left["taken_back"] = (left["taken_back"] ?? 0) + 1;
        continue;
      }
      const { explicit, at, ...fields } = atomic;
      const proposed = proposeMemory(
        tx,
        now,
        { ...fields, key, at: at ?? plan.at },
        { ...base, projectId: scopeIdOf, mode: projectMode(tx, scopeIdOf), explicit, neighbours },
      );
      changes.push(...proposed.changes);
      if (!isWritten(proposed)) {
        left[proposed.status] = (left[proposed.status] ?? 0) + 1;
        continue;
      }
      announce(tx, now, scopeIdOf, proposed);
      written += 1;
      slots -= 1;
    }
    const operationId =
      changes.length === 0
        ? null
        : recordOperation(tx, now, {
            kind: SESSION_EXTRACTION,
            title: `Extracted a whole session: ${written} ${written === 1 ? "memory" : "memories"}`,
            actor: ACTOR,
            projectId,
            changes,
          });
    return { written, left, operationId };
  });
}

/** What needs the model or settings is looked up before the transaction, in which nothing may wait. */
async function prepare(app: App, plan: SessionPlan): Promise<Prepared[]> {
  const prepared: Prepared[] = [];
  let hasMeaning = true;
  for (const [index, atomic] of plan.atomics.entries()) {
    const scope = scopeOfKey(app, atomic.key, plan.project.scope);
    const projectId = idOfScope(app, scope);
    let neighbours: Neighbour[] | null = null;
    if (hasMeaning && projectId !== null && atomic.tier !== "reference" && index < MAX_LOOKED_UP) {
      neighbours = await findNeighbours(app, atomic.value, { projectIds: [projectId], limit: MERGE_NEIGHBOURS });
      // Whoever waited once in vain would wait for each candidate.
      hasMeaning = neighbours !== null;
    }
    prepared.push({ atomic, scope, neighbours: neighbours ?? undefined });
  }
  return prepared;
}

const isWritten = ({ status }: Proposed): boolean => status === "added" || status === "replaced" || status === "merged";

/**
 * E78: the log of this session and minute. The same words with the same metadata need no write, with other metadata a new
 * version; other words of a later reading replace the earlier ones. What a person made of it stays. Answers rows written.
 */
function storeLog(
  tx: Tx,
  now: number,
  plan: SessionPlan,
  log: SessionLog,
  projectId: number,
  base: Omit<WriteContext, "projectId" | "mode" | "explicit">,
  changes: NewChange[],
): number {
  if (isTakenBack(tx, projectId, log, plan.sourceSession)) return 0;
  const active = findActiveByKey(tx, projectId, log.key);
  const isPersons = active !== undefined && isTouched(tx, "memories", active.id);
  if (isPersons) return 0;
  if (active?.value === log.value) {
    if (hasMetadata(active, log)) return 0;
    const { id: _, tags, ...rest } = { ...active, ...log };
    const repaired = supersede(tx, now, active, {
      ...rest,
      tags: joinedTags(tags),
      sourceSession: plan.sourceSession,
      createdAt: Math.min(plan.at, now),
      updatedAt: Math.min(plan.at, now),
      revision: 1,
      accessCount: 0,
      lastAccessed: null,
    });
    changes.push(...repaired.changes);
    announce(tx, now, projectId, { status: "replaced", id: repaired.row.id });
    return 1;
  }
  const proposed = proposeMemory(
    tx,
    now,
    { ...log, at: plan.at },
    { ...base, projectId, mode: projectMode(tx, projectId), explicit: true },
  );
  changes.push(...proposed.changes);
  if (!isWritten(proposed)) return 0;
  announce(tx, now, projectId, proposed);
  return 1;
}

const joinedTags = (tags: string[]): string => tags.join(",");

const hasMetadata = (row: MemoryRow, log: SessionLog): boolean =>
  row.attribute === log.attribute &&
  row.tags === joinedTags(log.tags) &&
  row.importance === log.importance &&
  row.tier === log.tier &&
  row.confidence === log.confidence;

function announce(tx: Tx, now: number, projectId: number, { status, id }: Pick<Proposed, "status" | "id">): void {
  appendActivity(tx, now, { kind: `memory.${status}`, projectId, entityType: "memory", entityId: id });
}
