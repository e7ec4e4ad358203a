/** Who calls a tool and from where; what the call may see. */
import type { App } from "../context";
import type { CodewatchPlace } from "../contract/codewatch";
import type { Actor } from "../contract/common";
import { AppError } from "../contract/errors";
import { captureRests, isPaused } from "../pauses/service";
import { findProject, identifyProject, type ProjectRow, resolveLocalProjects } from "../projects/service";
import { codewatchScope } from "../reflections/scope";
import { currentSession, type SessionRow } from "../reflections/session";
import { closedProjects } from "./closed-query";

/** Where a session works: what was named goes before folders, and a root of the host before the folder it was started in. */
export interface Where {
  project?: string | undefined;
  cwd?: string | undefined;
}

/** What a connection remembers between its calls. */
export interface Connection {
  /** Chosen by `switch_context` (C15); absent = the one that is checked out. */
  branch?: string | undefined;
  /** Of EverMe's tools, where a call names none. */
  conversationId: string;
  evermeKey: string | undefined;
}

export interface Caller {
  app: App;
  actor: Actor;
  where: Where;
  connection: Connection;
}

/** What a reading tool looks through. */
export type Reach =
  /** Nothing, and the sentence that says why. */
  | { closed: string }
  | {
      closed: null;
      /** null = every project of this machine that is not off. */
      project: ProjectRow | null;
      /** For services that take a reference; undefined = any. */
      ref: string | undefined;
      /** A place that nothing is known of yet: it has no rows of its own, and sees what holds everywhere. */
      isNew: boolean;
      branch: string | null;
      /** Of rows that were found without a project: those of projects that are off, or another account's, are not told. */
      tells(row: { project_id?: unknown; project?: string | null }): boolean;
    };

/** Named by `*`: all projects. */
const ALL = "*";

/**
 * The project that a call is about: the named one, else the session's; null = global. Throws `not_found` for a name that
 * nothing has, `validation_failed` for one that several share.
 */
export function projectOf({ app, where }: Caller, named?: string): ProjectRow | null {
  if (named === ALL) return null;
  const ref = named ?? where.project;
  if (ref !== undefined) {
    const found = resolveLocalProjects(app, ref);
    const [first, second] = found;
    if (second !== undefined) {
      throw new AppError("validation_failed", "Several projects share this name.", {
        hint: "Name the project by its key; the resource keepsake://projects lists them.",
        details: [{ path: "project", message: "ambiguous" }],
      });
    }
    if (first !== undefined) return first;
    if (named === undefined) return null;
    throw new AppError("not_found", "There is no project of that name.", {
      hint: "The resource keepsake://projects lists them; * means all of them.",
    });
  }
  return where.cwd === undefined ? null : findProject(app.db, identifyProject(app, { cwd: where.cwd }));
}

/** The session that is going on where the connection works (C54); undefined = none is known. */
export const sessionOf = (caller: Caller): SessionRow | undefined =>
  projectOf(caller) === null
    ? undefined
    : currentSession(caller.app, caller.app.db, codewatchScope(caller.app, codewatchPlace(caller)));

/** Throws as {@link projectOf} does. What is off, or for which recall is paused, is told nothing: the project, or the caller's session. */
export function reachOf(caller: Caller, named?: string): Reach {
  const { app, where } = caller;
  const project = projectOf(caller, named);
  if (project?.mode === "off") return { closed: `The project ${project.name} is off: nothing of it is told.` };
  if (project !== null && isPaused(app.db, "recall", { projectId: project.id }))
    return { closed: `Recall is paused for the project ${project.name}.` };
  const session = sessionOf(caller);
  if (session !== undefined && session.recallPausedAt !== null) return { closed: "Recall is paused for this session." };
  const isNew = named === undefined && project === null && (where.project ?? where.cwd) !== undefined;
  const branch = project === null || where.cwd === undefined ? null : identifyProject(app, { cwd: where.cwd }).branch;
  const off = closedProjects(app.db);
  const ids = new Set(off.map(({ id }) => id));
  const names = new Set(off.map(({ name }) => name));
  return {
    closed: null,
    project,
    ref: project?.key ?? (isNew ? (where.project ?? identifyProject(app, where).key) : undefined),
    isNew,
    branch,
    tells: (row) => (typeof row.project_id === "number" ? !ids.has(row.project_id) : !names.has(row.project ?? "")),
  };
}

/**
 * For what stores: while capture rests for the project of this connection, its session, or the project that the call names, an agent's
 * explicit words are stored as little as what hooks tell, in no project. Throws `conflict`.
 */
export function requireCapture(caller: Caller, named?: string | null): void {
  const { app } = caller;
  const own = projectOf(caller);
  const targets = named == null ? [] : resolveLocalProjects(app, named);
  const rests = [...(own === null ? [] : [own]), ...targets].find(({ id }) =>
    isPaused(app.db, "capture", { projectId: id }),
  );
  if (rests !== undefined) throw captureRests(rests.name);
  if (own === null) return;
  const session = sessionOf(caller);
  if (session !== undefined && isPaused(app.db, "capture", { projectId: own.id, sessionId: session.id }))
    throw captureRests(own.name);
}

/** Place of this connection, for the services behind codewatch's tools. */
export const codewatchPlace = ({ where, connection }: Caller): CodewatchPlace => ({
  ...(where.project === undefined ? {} : { project: where.project }),
  ...(where.cwd === undefined ? {} : { cwd: where.cwd }),
  ...(connection.branch === undefined ? {} : { branch: connection.branch }),
});

/** Where a write goes that names no project itself: `project` for services that take a name, `cwd` for those that take a folder. */
export function placeOf({ where }: Caller, named?: string): { project?: string | null; cwd?: string } {
  if (named !== undefined) return { project: named.toLowerCase() === "global" || named === ALL ? null : named };
  if (where.project !== undefined) return { project: where.project };
  return where.cwd === undefined ? {} : { cwd: where.cwd };
}
