/** Takes in what an export tells of observations, summaries, memories, their versions, pairs and exclusions. */
import { Category, Priority } from "../contract/evidence";
import type { LineOf } from "../contract/export";
import { sourceRefs } from "../db/json";
import { cleanKey } from "../memories/clean";
import { findActiveByKey, projectMode } from "../memories/repo";
import { reviewOf } from "../memories/write";
import { derivedIdentity, isBuried } from "../operations/tombstones";
import { recordPair } from "../review/repo";
import { indexEntity } from "../search/indexing";
import { SOURCE as CLAUDE_MEM } from "./foreign-run";
import { contentOfObservation, contentOfSummary } from "./foreign-store";
import { projectName } from "./foreign-repo";
import { madeRow } from "./import-log";
import { findLink, saveLink } from "./links-repo";
import { pairCandidate } from "./pair-candidate";
import { BURIED } from "./refusals";
import { insertWhole, isExcluded, isOpenPair, linkVersions, rowNumbered, summaryAt, type Values } from "./restore-repo";
import { type LineOutcome, meet, projectFor, type RestoreChunk, sessionFor, sourcesFor } from "./restore-run";
import { nameRow, nameSame, type NamedTable, placeOfUid } from "./uid";

export const KEPT_APART = { reason: "What it is about is not here." };

/** The row of a name, whatever became of it. */
export function placeOf(chunk: RestoreChunk, table: NamedTable, uid: string) {
  const place = placeOfUid(chunk.tx, chunk.store, table, uid);
  if (place === undefined) return undefined;
  const row = rowNumbered(chunk.tx, place.table as NamedTable, place.id);
  return row === undefined ? undefined : { ...row, table: place.table };
}

const memoryOf = (chunk: RestoreChunk, uid: string | null): number | undefined => {
  const place = uid === null ? undefined : placeOf(chunk, "memories", uid);
  return place?.table === "memories" ? place.id : undefined;
};

/** By its name in the export, then by what it says. */
export function restoreObservation(chunk: RestoreChunk, line: LineOf<"observation">): LineOutcome {
  const { tx, now } = chunk;
  const known = placeOf(chunk, "observations", line.uid);
  if (known !== undefined) return meet(chunk, "observations", known, line.status);
  if (chunk.hasBuried && isBuried(tx, derivedIdentity("observations", line))) return BURIED;
  const project = projectFor(chunk, line.project);
  if ("reason" in project) return project;
  const session = line.session === null ? { id: null } : sessionFor(chunk, line.session);
  // A part of an export may hold no sessions: what was learned stands without them.
  const sessionId = "reason" in session ? null : session.id;
  const content =
    line.source === CLAUDE_MEM ? contentOfObservation(chunk.hash, projectName(tx, project.id), line) : null;
  const twin = content === null ? undefined : findLink(tx, CLAUDE_MEM, content);
  if (twin !== undefined && rowNumbered(tx, "observations", twin.id) !== undefined) {
    nameSame(tx, now, "observations", line.uid, { table: "observations", id: twin.id });
    return "duplicate";
  }
  const row = insertWhole(tx, "observations", line.id, {
    sessionId,
    projectId: project.id,
    branch: line.branch,
    turn: sessionId === null ? null : line.turn,
    title: line.title,
    subtitle: line.subtitle,
    summary: line.summary,
    facts: JSON.stringify(line.facts),
    concepts: JSON.stringify(line.concepts),
    filesRead: JSON.stringify(line.files_read),
    filesModified: JSON.stringify(line.files_modified),
    obsType: line.obs_type,
    category: Category.catch("learning").parse(line.category),
    priority: Priority.catch("medium").parse(line.priority),
    confidence: line.confidence,
    // Its turn goes on where it came from, not here.
    source: line.source === "running" ? "rules" : line.source,
    sources: JSON.stringify(sourcesFor(chunk, line.sources)),
    metadata: JSON.stringify(line.metadata),
    status: line.status,
    createdAt: line.created_at,
    updatedAt: line.updated_at,
    revision: line.revision,
  });
  nameRow(tx, now, "observations", line.uid, row.id);
  if (content !== null) saveLink(tx, now, CLAUDE_MEM, { sourceId: content, table: "observations", id: row.id });
  chunk.changes.push(madeRow("observations", row));
  indexEntity(tx, now, "observation", row);
  return "imported";
}

/** A turn has one summary: the one that is here stays. */
export function restoreSummary(chunk: RestoreChunk, line: LineOf<"summary">): LineOutcome {
  const { tx, now } = chunk;
  const session = sessionFor(chunk, line.session);
  if ("reason" in session) return session;
  const known = summaryAt(tx, session.id, line.turn);
  if (known !== undefined) return meet(chunk, "summaries", known, "active");
  const texts = {
    request: line.request,
    investigated: line.investigated,
    learned: line.learned,
    completed: line.completed,
    nextSteps: line.next_steps,
    notes: line.notes,
  };
  if (chunk.hasBuried && isBuried(tx, derivedIdentity("summaries", texts))) return BURIED;
  const project = projectFor(chunk, line.project);
  if ("reason" in project) return project;
  const row = insertWhole(tx, "summaries", line.id, {
    sessionId: session.id,
    projectId: project.id,
    branch: line.branch,
    turn: line.turn,
    ...texts,
    filesRead: JSON.stringify(line.files_read),
    filesModified: JSON.stringify(line.files_modified),
    source: line.source,
    status: "active",
    createdAt: line.created_at,
    updatedAt: line.updated_at,
    revision: line.revision,
  });
  if (line.source === CLAUDE_MEM) {
    const content = contentOfSummary(chunk.hash, line.session.join("\n"), texts);
    saveLink(tx, now, CLAUDE_MEM, { sourceId: content, table: "summaries", id: row.id });
  }
  chunk.changes.push(madeRow("summaries", row));
  indexEntity(tx, now, "summary", row);
  return "imported";
}

/**
 * No second active row of a key: the same value is the row that is here; an older one becomes its superseded version; a
 * newer one waits as a pair for a person. What looks like an instruction or a secret is held back, whatever the file says.
 */
export function restoreMemory(chunk: RestoreChunk, line: LineOf<"memory">): LineOutcome {
  const { tx, now } = chunk;
  const key = cleanKey(line.key);
  if (key === "" || line.value.trim() === "") return { reason: "Key and value must not be empty." };
  const project = projectFor(chunk, line.project);
  if ("reason" in project) return project;
  const rival = line.status === "active" ? findActiveByKey(tx, project.id, key) : undefined;
  const known = placeOf(chunk, "memories", line.uid);
  if (known !== undefined) {
    const isTaken = known.table === "memories" && rival !== undefined && rival.id !== known.id;
    return known.table !== "memories" || isTaken ? "known" : meet(chunk, "memories", known, line.status);
  }
  if (chunk.hasBuried && isBuried(tx, line.value)) return BURIED;
  if (rival?.value === line.value) {
    nameSame(tx, now, "memories", line.uid, { table: "memories", id: rival.id });
    return "duplicate";
  }
  const values = memoryValues(chunk, line, key, project.id);
  if (rival !== undefined && line.updated_at > rival.updatedAt) {
    const { id, change } = recordPair(tx, now, {
      kind: "conflict",
      projectId: project.id,
      olderId: rival.id,
      candidate: pairCandidate(values, sourceRefs(values.sources)),
      reasons: ["same_key"],
      actor: chunk.run.actor,
    });
    if (change !== null) chunk.changes.push(change);
    nameSame(tx, now, "memories", line.uid, { table: "memory_pairs", id });
    return "conflict";
  }
  const row = insertWhole(
    tx,
    "memories",
    line.id,
    rival === undefined ? values : { ...values, status: "superseded", supersededBy: rival.id },
  );
  nameRow(tx, now, "memories", line.uid, row.id);
  chunk.changes.push(madeRow("memories", row));
  indexEntity(tx, now, "memory", row);
  return rival === undefined ? "imported" : "conflict";
}

function memoryValues(chunk: RestoreChunk, line: LineOf<"memory">, key: string, projectId: number): Values<"memories"> {
  const mode = projectMode(chunk.tx, projectId);
  return {
    projectId,
    branch: line.branch,
    key,
    value: line.value,
    status: line.status,
    attribute: line.attribute,
    tags: line.tags,
    tier: line.tier,
    kind: line.kind,
    importance: line.importance,
    confidence: line.confidence,
    origin: line.origin ?? "import",
    host: line.host ?? "",
    sourceSession: line.source_session,
    sources: JSON.stringify(sourcesFor(chunk, line.sources)),
    accessCount: line.access_count,
    lastAccessed: line.last_accessed,
    supersedes: null,
    supersededBy: null,
    reviewState: line.review_state ?? reviewOf(line.value, { actor: chunk.run.actor, mode }),
    expiresAt: line.expires_at,
    createdAt: line.created_at,
    updatedAt: line.updated_at,
    revision: line.revision,
  };
}

/** Ties a memory to its older and newer version, as far as they are here. */
export function restoreSuccession(chunk: RestoreChunk, line: LineOf<"succession">): LineOutcome {
  const id = memoryOf(chunk, line.memory);
  if (id === undefined) return KEPT_APART;
  const supersedes = memoryOf(chunk, line.supersedes) ?? null;
  const supersededBy = memoryOf(chunk, line.superseded_by) ?? null;
  const notItself = (other: number | null): number | null => (other === id ? null : other);
  const versions = { supersedes: notItself(supersedes), supersededBy: notItself(supersededBy) };
  return linkVersions(chunk.tx, id, versions) ? "imported" : "known";
}

/** Only where both of its memories are here. */
export function restorePair(chunk: RestoreChunk, line: LineOf<"pair">): LineOutcome {
  const { tx, now } = chunk;
  if (placeOf(chunk, "memory_pairs", line.uid) !== undefined) return "known";
  const older = memoryOf(chunk, line.older);
  const newer = line.newer === null ? 0 : memoryOf(chunk, line.newer);
  if (older === undefined || newer === undefined || older === newer) return KEPT_APART;
  const project = projectFor(chunk, line.project);
  if ("reason" in project) return project;
  if (line.status === "open" && isOpenPair(tx, older, newer, line.candidate_hash)) return "duplicate";
  const sources = sourcesFor(chunk, line.candidate_sources);
  const candidate = line.candidate === null ? null : JSON.stringify({ ...line.candidate, sources });
  const row = insertWhole(tx, "memory_pairs", line.id, {
    kind: line.kind,
    status: line.status,
    resolution: line.resolution,
    projectId: project.id,
    olderId: older,
    newerId: newer,
    candidate,
    candidateHash: line.candidate_hash,
    reasons: JSON.stringify(line.reasons),
    similarity: line.similarity,
    actorKind: line.actor_kind,
    actorName: line.actor_name,
    createdAt: line.created_at,
    updatedAt: line.updated_at,
    revision: line.revision,
  });
  nameRow(tx, now, "memory_pairs", line.uid, row.id);
  chunk.changes.push(madeRow("memory_pairs", row));
  return "imported";
}

/** Only where what it holds back is here. */
export function restoreExclusion(chunk: RestoreChunk, line: LineOf<"exclusion">): LineOutcome {
  const { tx } = chunk;
  const table = line.entity_type === "memory" ? "memories" : "observations";
  const place = placeOf(chunk, table, line.entity);
  if (place?.table !== table) return KEPT_APART;
  const project = projectFor(chunk, line.project);
  if ("reason" in project) return project;
  if (isExcluded(tx, line.entity_type, place.id, project.id)) return "known";
  const row = insertWhole(tx, "injection_exclusions", line.id, {
    entityType: line.entity_type,
    entityId: place.id,
    projectId: project.id,
    createdAt: line.created_at,
  });
  chunk.changes.push(madeRow("injection_exclusions", row));
  return "imported";
}
