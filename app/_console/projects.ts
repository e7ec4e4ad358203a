/** The projects of the switcher, and the words for the scope beside a search box. */
import { getTranslations } from "next-intl/server";
import type { ProjectChoice } from "@/components/frame/project-choice";
import { spellHidden } from "@/components/text/marks";
import type { App } from "@/lib/context";
import { listNamedProjects } from "@/lib/projects/choices-query";

/** A name that several projects share would mean all of them: those are told apart by their keys. */
export function projectChoices(app: App): ProjectChoice[] {
  const projects = listNamedProjects(app.db);
  const names = new Map<string, number>();
  for (const { name } of projects) names.set(name.toLowerCase(), (names.get(name.toLowerCase()) ?? 0) + 1);
  return projects.map(({ id, name, key, mode, branch }) => {
    const isAlone = names.get(name.toLowerCase()) === 1;
    // Spelled out, because choices of a select take no marks: what is hidden in a name would turn its neighbours around.
    const shown = spellHidden(isAlone ? name : `${name} (${key})`);
    return { id, ref: isAlone ? name : key, name: shown, mode, branch };
  });
}

/** "in app" or "in all projects". */
export async function scopeOf(project: string | undefined): Promise<string> {
  const t = await getTranslations("common");
  return project === undefined ? t("inAllProjects") : t("inProject", { name: spellHidden(project) });
}
