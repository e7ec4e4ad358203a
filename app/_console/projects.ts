/** The projects of the switcher, and the words for the scope beside a search box. */
import type { ProjectChoice } from "@/components/frame/project-switcher";
import { t } from "@/components/strings";
import type { App } from "@/lib/context";
import { listProjects } from "@/lib/projects/query";

/** A name that several projects share would mean all of them: those are told apart by their keys. */
export function projectChoices(app: App): ProjectChoice[] {
  const projects = listProjects(app.db);
  const names = new Map<string, number>();
  for (const { name } of projects) names.set(name.toLowerCase(), (names.get(name.toLowerCase()) ?? 0) + 1);
  return projects.map(({ name, key }) =>
    names.get(name.toLowerCase()) === 1 ? { ref: name, name } : { ref: key, name: `${name} (${key})` },
  );
}

/** "in app" or "in all projects". */
export const scopeOf = (project: string | undefined): string =>
  project === undefined ? t.scope.everywhere : t.scope.in(project);
