/** Which projects a reference of the inbox means. */
import type { App } from "../context";
import { resolveProjects } from "../projects/service";

const GLOBAL = "global";

/** null = any; 0 = what belongs to no project, by the name `global`. An unknown name means none. */
export function projectScope(app: App, ref: string | undefined): number[] | null {
  if (ref === undefined) return null;
  return ref.trim().toLowerCase() === GLOBAL ? [0] : resolveProjects(app, ref).map((project) => project.id);
}
