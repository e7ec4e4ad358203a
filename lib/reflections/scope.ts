/** Where an agent's call belongs: project, branch and folder (C18, C56–C58). */
import type { App } from "../context";
import { AppError } from "../contract/errors";
import type { CodewatchPlace } from "../contract/codewatch";
import { forgetIdentities, identifyProject, type ProjectIdentity } from "../projects/identify";
import { findProject, type ProjectRow, resolveLocalProjects } from "../projects/service";
import { readSettings } from "../settings/service";
import { cleanText } from "../text/clean";

export interface CodewatchScope {
  /** 0 = the project is not known yet; writing makes it. */
  projectId: number;
  /** As it is stored; null = of no branch. Reading with null takes all branches, which no scope made here does. */
  branch: string | null;
  cwd: string | null;
  /** Of the agent's own session, where it is known. */
  host: string | null;
  session: string | null;
  /** How a project that is not known yet is made. */
  identity: ProjectIdentity;
}

/**
 * The project of `project`, else of the folder `cwd`, else of CODEWATCH_PROJECT_DIR; the branch that is given, else the one that is
 * checked out in the folder, else the default branch (C56). What is asked here within ten seconds is remembered by folder (C57).
 * Throws `validation_failed` when neither project nor folder is known, or `project` means several.
 */
export function codewatchScope(app: App, asked: CodewatchPlace): CodewatchScope {
  const clean = (text: string | undefined): string | null => cleanText(text ?? "").text.trim() || null;
  const cwd = clean(asked.cwd) ?? (asked.project === undefined ? app.env.codewatchProjectDir : null);
  const ref = clean(asked.project);
  if (cwd === null && ref === null) {
    throw new AppError("validation_failed", "Which project this belongs to is not known.", {
      hint: "Send cwd, the folder that you work in, or project.",
      details: [{ path: "cwd", message: "required, or project" }],
    });
  }
  const identity = identifyProject(app, { cwd: cwd ?? undefined, project: ref ?? undefined });
  const project = ref === null ? findProject(app.db, identity) : (named(app, ref) ?? findProject(app.db, identity));
  const branch = clean(asked.branch) ?? (ref === null || cwd !== null ? identity.branch : null) ?? defaultBranch(app);
  return {
    projectId: project?.id ?? 0,
    branch,
    cwd,
    host: clean(asked.host),
    session: clean(asked.session),
    identity,
  };
}

/** C57: what `switch_context auto` does: the branch is looked up anew. */
export const forgetBranches = (app: App): void => forgetIdentities(app);

export const defaultBranch = (app: App): string => readSettings(app).default_branch;

function named(app: App, ref: string): ProjectRow | null {
  const found = resolveLocalProjects(app, ref);
  if (found.length <= 1) return found[0] ?? null;
  throw new AppError("validation_failed", `${found.length} projects answer to that name.`, {
    hint: `Send its key, e.g. ${found[0]?.key ?? ""}.`,
    details: [{ path: "project", message: "means several" }],
  });
}
