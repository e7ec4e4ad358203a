/** What a change of many memories does to each of them: its new values, or why it stays as it is. Writes nothing. */
import type { App, Handle } from "../context";
import type { Actor } from "../contract/common";
import { AppError, noSuch } from "../contract/errors";
import type { MemoryBulkAction, SkipCode } from "../contract/memory-bulk";
import { requirePerson } from "../projects/change";
import { projectById, type ProjectRow } from "../projects/repo";
import { cleanTags } from "./clean";
import { joinTags, MAX_TAGS, parseExpiry } from "./fields";
import { inStep } from "./place";
import { findActiveByKey, type MemoryRow, type MemoryValues, projectMode } from "./repo";
import { tagsOf } from "./tag-lists";

export interface Skip {
  code: SkipCode;
  /** A sentence without stored text. */
  reason: string;
}

export type Planned = { values: MemoryValues } | Skip;

/** Plans rows one by one; those that were planned before count as done, so that no two of one key become active. */
export type Planner = (row: MemoryRow) => Planned;

export const NOT_THERE: Skip = { code: "not_found", reason: "There is no such memory." };
const UNCHANGED: Skip = { code: "unchanged", reason: "It was so already." };

/**
 * Throws `not_found` for a project to move to, `forbidden` for anybody but a person who moves, `validation_failed` for tags of
 * which nothing may be stored.
 */
export function planner(app: App, handle: Handle, action: MemoryBulkAction, actor: Actor): Planner {
  const valuesOf = change(app, handle, action, actor);
  const modes = new Map<number, ReturnType<typeof projectMode>>();
  const modeOf = (projectId: number): ReturnType<typeof projectMode> => {
    let mode = modes.get(projectId);
    if (mode === undefined) modes.set(projectId, (mode = projectMode(handle, projectId)));
    return mode;
  };
  const claimed = new Map<string, number>();
  return (row) => {
    const mode = modeOf(row.projectId);
    if (actor.kind === "agent" && (mode === "read-only" || mode === "off")) {
      return { code: "read_only", reason: `The project is ${mode}: agents may not write memories to it.` };
    }
    const values = valuesOf(row);
    if ("code" in values) return values;
    if (Object.entries(values).every(([name, value]) => row[name as keyof MemoryRow] === value)) return UNCHANGED;
    const after = { ...row, ...values };
    const comesIn = after.status === "active" && (row.status !== "active" || after.projectId !== row.projectId);
    if (!comesIn) return { values };
    const place = `${after.projectId}:${after.key}`;
    const rival = findActiveByKey(handle, after.projectId, after.key)?.id ?? claimed.get(place);
    if (rival !== undefined && rival !== row.id) {
      const where = after.projectId === row.projectId ? "" : " there";
      return { code: "key_taken", reason: `Memory ${rival} is active with the same key${where}.` };
    }
    claimed.set(place, row.id);
    return { values };
  };
}

/** The values alone; whether they differ and whether the key is free is looked at above. */
function change(
  app: App,
  handle: Handle,
  action: MemoryBulkAction,
  actor: Actor,
): (row: MemoryRow) => MemoryValues | Skip {
  switch (action.action) {
    case "archive":
      return ({ id, status }) =>
        status === "active" || status === "archived"
          ? { status: "archived" }
          : { code: "wrong_status", reason: `Memory ${id} is ${status}; only an active one can be archived.` };
    case "restore":
      return () => ({ status: "active", supersededBy: null });
    case "delete":
      return () => ({ status: "deleted" });
    case "tag":
      return tagger(action.add ?? [], action.remove ?? []);
    case "move": {
      requirePerson(actor);
      const project = action.to === null ? null : requireProject(handle, action.to);
      return (row) => ({
        projectId: project?.id ?? 0,
        ...(row.projectId === (project?.id ?? 0) ? {} : { tags: inStep(row.tags, project?.name ?? null) }),
      });
    }
    case "tier":
      return () => ({ tier: action.tier });
    case "expiry": {
      const expiresAt = parseExpiry(action.expires_at);
      return () => ({ expiresAt });
    }
    case "importance":
      return () => ({ importance: action.importance });
  }
}

function tagger(add: string[], remove: string[]): (row: MemoryRow) => MemoryValues | Skip {
  const added = tagsOf(cleanTags(add));
  if (added.length === 0 && remove.length === 0) {
    throw new AppError("validation_failed", "The tags are private text, which is never stored.", {
      details: [{ path: "add", message: "private" }],
    });
  }
  const removed = new Set(remove);
  return ({ tags }) => {
    const before = tagsOf(tags);
    const after = [...new Set([...before, ...added])].filter((tag) => !removed.has(tag));
    // In another spelling they would be the same tags.
    if (after.length === before.length && after.every((tag, n) => tag === before[n])) return { tags };
    if (after.length > MAX_TAGS) {
      return { code: "too_many_tags", reason: `It would have more than ${MAX_TAGS} tags.` };
    }
    return { tags: joinTags(after) };
  };
}

function requireProject(handle: Handle, id: number): ProjectRow {
  const project = projectById(handle, id);
  if (project === undefined) throw noSuch("project", id, "GET /api/projects lists them.");
  return project;
}
