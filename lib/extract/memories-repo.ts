/** SQL of extraction over memories: what a turn wrote, under which key a subject stands, what is known of a key. */
import { and, asc, desc, eq, gte, inArray, lt, type SQL, sql } from "drizzle-orm";
import type { Handle } from "../context";
import type { SourceRef } from "../contract/memory";
import { sourceRefs } from "../db/json";
import { memories, type MemoryRow } from "../db/schema/memories";
import { turns } from "../db/schema/sessions";
import { isTouched } from "./repo";
import { subjectKey } from "./rules/keys";

/** Memories of these projects that a reading of this turn wrote, whatever became of them. */
export const memoriesOfTurn = (handle: Handle, projectIds: number[], sessionId: number, number: number): MemoryRow[] =>
  handle
    .select()
    .from(memories)
    .where(
      and(
        inArray(memories.projectId, projectIds),
        sql`EXISTS (SELECT 1 FROM json_each(${memories.sources}) s
          WHERE json_extract(s.value, '$.session_id') = ${sessionId} AND json_extract(s.value, '$.turn') = ${number})`,
      ),
    )
    .orderBy(asc(memories.id))
    .all();

/** Newest keys of one project, domain and type that are compared. */
const MAX_KEYS = 1000;
/** Asked for apart from the active ones, whose keys have an index of their own. */
const INACTIVE: MemoryRow["status"][] = ["archived", "superseded", "deleted"];

/**
 * The key under which the project holds this subject already, else `key` itself. Rows that are no longer active count
 * too, after the active ones: a turn that is read again must find the key that it wrote under.
 */
export function keyOfSubject(handle: Handle, projectId: number, key: string): string {
  const scope = key.slice(0, key.lastIndexOf(":") + 1);
  const subject = subjectKey(key);
  const find = (status: SQL): string | undefined => {
    const keys = handle
      .select({ key: memories.key })
      .from(memories)
      .where(
        and(
          eq(memories.projectId, projectId),
          gte(memories.key, scope),
          lt(memories.key, `${scope}\u{10ffff}`),
          status,
        ),
      )
      .orderBy(desc(memories.id))
      .limit(MAX_KEYS)
      .all()
      .map((row) => row.key);
    return keys.find((one) => one === key) ?? keys.find((one) => subjectKey(one) === subject);
  };
  return find(eq(memories.status, "active")) ?? find(inArray(memories.status, INACTIVE)) ?? key;
}

/** Rows that are looked through for a name. */
const MAX_NAMING = 200;

/** Active memories of these projects whose text holds the name, newest first. */
export function memoriesNaming(handle: Handle, projectIds: number[], name: string): MemoryRow[] {
  return handle
    .select()
    .from(memories)
    .where(
      and(
        inArray(memories.projectId, projectIds),
        eq(memories.status, "active"),
        sql`instr(lower(${memories.value}), ${name.toLowerCase().split(/\s+/)[0] ?? ""}) > 0`,
      ),
    )
    .orderBy(desc(memories.id))
    .limit(MAX_NAMING)
    .all();
}

/** Where what a person takes back stands: under a key of this subject in the project, else among the person's own; null = nowhere. */
export function holderOf(
  handle: Handle,
  projectId: number,
  projectKey: string,
  ownKey: string,
  ownScope: number,
): "project" | "own" | null {
  const isHeld = (project: number, key: string): boolean =>
    handle
      .select({ id: memories.id })
      .from(memories)
      .where(
        and(
          eq(memories.projectId, project),
          eq(memories.key, keyOfSubject(handle, project, key)),
          eq(memories.status, "active"),
        ),
      )
      .get() !== undefined;
  if (isHeld(projectId, projectKey)) return "project";
  return isHeld(ownScope, ownKey) ? "own" : null;
}

export interface KeyHistory {
  /** This turn said the same under this key before, whatever became of the row, or somebody changed what it said. */
  isKnown: boolean;
  /** What stands under the key was said after `startedAt`. */
  isOutdated: boolean;
}

/** What the store knows of a key already, seen from a turn that began at `startedAt`. */
export function keyHistory(
  handle: Handle,
  projectId: number,
  candidate: { key: string; value: string },
  turn: { sessionId: number; number: number; startedAt: number },
): KeyHistory {
  const ofKey = (status: SQL): MemoryRow[] =>
    handle
      .select()
      .from(memories)
      .where(and(eq(memories.projectId, projectId), eq(memories.key, candidate.key), status))
      .all();
  const rows = [...ofKey(eq(memories.status, "active")), ...ofKey(inArray(memories.status, INACTIVE))];
  const isOurs = (ref: SourceRef): boolean => ref.session_id === turn.sessionId && ref.turn === turn.number;
  const active = rows.find((row) => row.status === "active");
  const source = active === undefined ? undefined : sourceRefs(active.sources)[0];
  return {
    isKnown: rows.some(
      (row) =>
        sourceRefs(row.sources).some(isOurs) &&
        (row.value === candidate.value.trim() || isTouched(handle, "memories", row.id)),
    ),
    isOutdated: source !== undefined && !isOurs(source) && startOf(handle, source) > turn.startedAt,
  };
}

function startOf(handle: Handle, ref: SourceRef): number {
  const row = handle
    .select({ startedAt: turns.startedAt })
    .from(turns)
    .where(and(eq(turns.sessionId, ref.session_id), eq(turns.number, ref.turn)))
    .get();
  return row?.startedAt ?? 0;
}
