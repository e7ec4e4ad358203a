/** How lines of the command line name a project: by its name, and by its folder too where several have that name. */
import type { Project } from "../../lib/contract/project";

type Named = Pick<Project, "id" | "name" | "key" | "roots">;
/** `name`: as the row beside it tells it; null = it belongs to none. */
export type ProjectLabel = (id: number, name: string | null) => string;

export function projectLabel(projects: readonly Named[]): ProjectLabel {
  const known = new Map(projects.map((project) => [project.id, project]));
  return (id, name) => {
    const project = known.get(id);
    if (project === undefined) return name ?? "all projects";
    return namesakes(projects, project.name).length > 1 ? `${project.name}, ${placeOf(project)}` : project.name;
  };
}

/** Projects of that name, letter case aside. */
export const namesakes = <T extends { name: string }>(projects: readonly T[], name: string): T[] =>
  projects.filter((project) => fold(project.name) === fold(name));

/** The folder where it is worked on, else what it is known by. */
export const placeOf = ({ roots, key }: Pick<Named, "roots" | "key">): string => roots[0] ?? key;

export const fold = (name: string): string => name.trim().toLowerCase();
