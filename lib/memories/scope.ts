/** Which project a memory belongs to: the one that was named, else the one its key begins with, else the writer's, else none (0). */
import type { App, Tx } from "../context";
import { AppError } from "../contract/errors";
import {
  ensureProject,
  findProject,
  identifyProject,
  type ProjectIdentity,
  type ProjectRow,
  resolveLocalProjects,
  resolveProjects,
} from "../projects/service";
import { readSettings } from "../settings/service";
import { cleanText } from "../text/clean";
import { KEY_SEGMENTS, projectNameOf, segmentsOf } from "./project-of-key";

export type Scope = { id: number } | { identity: ProjectIdentity };

export interface ScopeHints {
  /** null = global; undefined = what the key says. */
  project: string | null | undefined;
  key: string;
  /** The writer's folder, for a key that names no project. */
  cwd?: string | undefined;
  /** A person may name a further account's project; for agents there is none. */
  isPerson?: boolean;
}

/** Throws `validation_failed` for a name that several projects share, or that is private text. */
export function findScope(app: App, { project, key, cwd, isPerson = false }: ScopeHints): Scope {
  if (project === null) return { id: 0 };
  if (project === undefined) {
    const named = projectOfKey(app, key);
    if (named !== undefined) return { id: named.id };
    const writers = identifyProject(app, { cwd });
    if (writers.kind !== "unknown") return { identity: writers };
    const head = newProjectOfKey(app, key);
    return head === null ? { id: 0 } : { identity: identifyProject(app, { project: head }) };
  }
  // A name is stored like any other text: free of secrets and private text.
  const name = cleanText(project, { cap: 1024 }).text.trim();
  if (name === "") {
    throw new AppError("validation_failed", "The project's name is private text, which is never stored.", {
      details: [{ path: "project", message: "private" }],
    });
  }
  const [first, second] = (isPerson ? resolveProjects : resolveLocalProjects)(app, name);
  if (first !== undefined && second !== undefined) {
    throw new AppError("validation_failed", "Several projects share this name.", {
      hint: "Name the project by its key; GET /api/projects lists them.",
      details: [{ path: "project", message: "ambiguous" }],
    });
  }
  return first === undefined ? { identity: identifyProject(app, { project: name }) } : { id: first.id };
}

/**
 * The name of a project that is not known yet, from a key of the usual segments: what is said of one project must not be
 * told in all others. Its folder joins it when it is first seen.
 */
function newProjectOfKey(app: App, key: string): string | null {
  const name = segmentsOf(key).length < KEY_SEGMENTS ? null : projectNameOf(key);
  return name === null || resolveLocalProjects(app, name).length > 0 ? null : cleanText(name).text;
}

/** The project that the first segment of a key names, itself or by the alias of a folder; a shared name says nothing. */
function projectOfKey(app: App, key: string): ProjectRow | undefined {
  const head = projectNameOf(key);
  if (head === null) return undefined;
  const direct = resolveLocalProjects(app, head);
  if (direct.length > 0) return direct.length === 1 ? direct[0] : undefined;
  const folders = Object.entries(readSettings(app).inject_project_aliases).filter(([, alias]) => alias === head);
  const aliased = new Map(folders.flatMap(([folder]) => resolveLocalProjects(app, folder)).map((row) => [row.id, row]));
  return aliased.size === 1 ? [...aliased.values()][0] : undefined;
}

/** The project's id, made when new; 0 = global. */
export function scopeId(tx: Tx, now: number, scope: Scope): number {
  return "id" in scope ? scope.id : ensureProject(tx, now, scope.identity).id;
}

/** The project's id as far as there is one; nothing is made. */
export function knownScopeId(app: App, scope: Scope): number | null {
  return "id" in scope ? scope.id : (findProject(app.db, scope.identity)?.id ?? null);
}
