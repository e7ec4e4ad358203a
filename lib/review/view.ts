/** Items of the inbox as they are shown: rows → contract. */
import type { App } from "../context";
import { ChangedFile, type ReviewFinding, type ReviewItem, type ReviewPair } from "../contract/review";
import { stringList } from "../db/json";
import { getMemory } from "../memories/query";
import { parseJson } from "../text/json-value";
import { candidateOf } from "./candidate";
import type { WaitingRow } from "./list-query";
import type { MemoryPairRow } from "./repo";
import { loadSubject, seenOf, type Subject } from "./subject";

/** undefined = a row of it is gone for good. */
export function toItem(app: App, { kind, id }: Pick<WaitingRow, "kind" | "id">): ReviewItem | undefined {
  const subject = loadSubject(app.db, { kind, id });
  if (subject === undefined) return undefined;
  const seen = seenOf(subject);
  switch (subject.type) {
    case "rows":
    case "claim":
      return { type: "pair", kind, pair: toPair(app, subject.pair), seen };
    case "twins":
    case "file": {
      const finding = toFinding(app, subject);
      return finding === undefined ? undefined : { type: "finding", kind, finding, seen };
    }
    case "memory": {
      const memory = getMemory(app, id);
      return memory === undefined ? undefined : { type: "memory", kind, memory, seen };
    }
  }
}

function toFinding(app: App, subject: Extract<Subject, { type: "twins" | "file" }>): ReviewFinding | undefined {
  const { finding } = subject;
  const memory = getMemory(app, subject.memory.id);
  const other = subject.type === "twins" ? getMemory(app, subject.other.id) : null;
  if (memory === undefined || other === undefined) return undefined;
  return {
    id: finding.id,
    kind: subject.type === "twins" ? "near_duplicate" : "file_changed",
    memory,
    other,
    similarity: finding.similarity,
    changed: ChangedFile.safeParse(parseJson(finding.detail)).data ?? null,
    created_at: finding.createdAt,
    revision: finding.revision,
  };
}

export function toPair(app: App, row: MemoryPairRow): ReviewPair {
  const older = getMemory(app, row.olderId) ?? null;
  const newer = row.newerId === 0 ? null : (getMemory(app, row.newerId) ?? null);
  const candidate = candidateOf(row);
  const isLive = (memory: typeof older): boolean =>
    memory !== null && memory.status === "active" && (memory.expires_at === null || memory.expires_at > app.now());
  return {
    id: row.id,
    kind: row.kind,
    status: row.status,
    resolution: row.resolution,
    stale: row.status === "open" && !(isLive(older) && (row.newerId === 0 ? candidate !== null : isLive(newer))),
    project_id: row.projectId,
    reasons: stringList(row.reasons),
    similarity: row.similarity,
    older,
    newer,
    candidate,
    actor: { kind: row.actorKind, name: row.actorName },
    created_at: row.createdAt,
    updated_at: row.updatedAt,
    revision: row.revision,
  };
}
