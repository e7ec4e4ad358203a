/** Where an agent asks for its block: the projects, their names and the branch. */
import type { App } from "../context";
import { AppError } from "../contract/errors";
import { sessionNamed } from "../reflections/sessions-repo";
import { openProjectIds } from "../projects/query";
import { forgetIdentity } from "../projects/identify";
import { findProject, identifyProject, type ProjectRow, resolveLocalProjects } from "../projects/service";

const MAX_PROJECTS = 20;

export interface Place {
  /** Without those whose mode is `off`, and those for which recall rests. */
  projects: ProjectRow[];
  /** Shown, and what makes a key relevant where no folder is given. */
  names: string[];
  branch: string | null;
  isOff: boolean;
  /** Ids that are looked through where nobody said which project: all of them. */
  reach?: number[];
}

interface Asked {
  project?: string | undefined;
  cwd?: string | undefined;
  branch?: string | undefined;
  host?: string | undefined;
  session?: string | undefined;
}

/** Throws `validation_failed` when neither `project` nor `cwd` is given. */
export function locate(app: App, request: Asked): Place {
  const ref = request.project?.trim() ?? "";
  const cwd = request.cwd?.trim() ?? "";
  if (ref === "" && cwd === "") {
    throw new AppError("validation_failed", "project: say which project, or send cwd.", {
      hint: "For example /api/context/inject?project=app.",
      details: [{ path: "project", message: "required, or cwd" }],
    });
  }
  const identity = cwd === "" ? null : identifyProject(app, { cwd });
  const branch = request.branch?.trim() || (ref === "" ? identity?.branch : null) || null;
  const byFolder = ref === "" && identity !== null;
  const found = byFolder ? findProject(app.db, identity) : null;
  const known = byFolder ? (found === null ? [] : [found]) : resolveList(app, ref);
  const on = known.filter((project) => project.mode !== "off" && project.recallPausedAt === null);
  const names = known.length > 0 ? known.map((project) => project.name) : [identity?.name ?? ref];
  return {
    projects: on,
    names: [...new Set(names)],
    branch,
    isOff: (known.length > 0 && on.length === 0) || isResting(app, request),
  };
}

/** {@link locate} where a session begins: a branch that was checked out right before counts (C57). */
export function locateAtStart(app: App, request: Asked): Place {
  forgetIdentity(app, request.cwd);
  return locate(app, request);
}

/** No project in particular: all whose mode is not `off`. */
export const anywhere = (app: App): Place => ({
  projects: [],
  names: [],
  branch: null,
  isOff: false,
  reach: openProjectIds(app.db),
});

/** Recall rests for the session that asks. */
const isResting = (app: App, { host, session }: Asked): boolean =>
  session !== undefined && session !== "" && sessionNamed(app.db, host ?? null, session)?.recallPausedAt != null;

/** A reference that is a project with a comma in its name wins over the list. */
function resolveList(app: App, ref: string): ProjectRow[] {
  const whole = resolveLocalProjects(app, ref);
  if (whole.length > 0 || !ref.includes(",")) return whole;
  const parts = ref.split(",", MAX_PROJECTS).map((part) => part.trim());
  const found = parts.filter((part) => part !== "").flatMap((part) => resolveLocalProjects(app, part));
  return [...new Map(found.map((project) => [project.id, project])).values()];
}
