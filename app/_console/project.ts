/** What the page of one project shows: it, its latest memories, and the other projects that something could go to. */
import type { OtherProject } from "@/components/projects/project-select";
import type { App } from "@/lib/context";
import type { PauseState, Reflection, Task } from "@/lib/contract/codewatch";
import type { Project } from "@/lib/contract/project";
import { listMemories } from "@/lib/memories/list";
import { pausesOf } from "@/lib/pauses/query";
import { reflectionsOfProject, tasksOfProject } from "@/lib/reflections/list";
import { listProjects } from "@/lib/projects/query";
import { requireProject } from "@/lib/projects/service";
import { projectTokensToday } from "@/lib/metering/state";
import { settingSchema } from "@/lib/contract/settings";
import { readSettings } from "@/lib/settings/service";
import { shapeOf } from "@/components/settings/draft";
import { z } from "zod";
import { projectChoices } from "./projects";

const MAX_MEMORIES = 100;
const MAX_BRANCHES = 20;

export interface ProjectPageData {
  project: Project;
  /** What `?project=` carries for it. */
  reference: string;
  others: OtherProject[];
  /** The latest active ones. */
  memories: { id: number; key: string; value: string }[];
  total: number;
  pauses: PauseState;
  /** What was compressed of its branches, and what is worked on there. */
  reflections: Reflection[];
  tasks: Task[];
  budget: {
    spentTokens: number;
    usualChars: number;
    tokenBounds: { min: number; max: number };
    charBounds: { min: number; max: number };
  };
}

/** Throws `not_found`. */
export function readProjectPage(app: App, id: number): ProjectPageData {
  const project = requireProject(app, id);
  const all = listProjects(app.db);
  const choices = projectChoices(app);
  const { items, total } = listMemories(app, {
    status: "active",
    project: project.key,
    limit: MAX_MEMORIES,
  });
  return {
    project,
    reference: choices[all.findIndex((one) => one.id === id)]?.ref ?? project.key,
    others: all.flatMap((one, at) => (one.id === id ? [] : [{ id: one.id, label: choices[at]?.name ?? one.name }])),
    memories: items.map(({ id: memory, key, value }) => ({ id: memory, key, value })),
    total: total ?? project.memories,
    pauses: pausesOf(app.db, "project", id),
    reflections: reflectionsOfProject(app, id, MAX_BRANCHES),
    tasks: tasksOfProject(app, id, MAX_BRANCHES),
    budget: {
      spentTokens: projectTokensToday(app, id),
      usualChars: readSettings(app).inject_max_chars,
      tokenBounds: boundsOf("llm_daily_tokens", 1),
      charBounds: boundsOf("inject_max_chars", 0),
    },
  };
}

/** Within those of the setting for all projects. */
function boundsOf(key: "llm_daily_tokens" | "inject_max_chars", least: number): { min: number; max: number } {
  const shape = shapeOf(z.toJSONSchema(settingSchema(key), { io: "input" }));
  const [min, max] = shape.kind === "number" ? [shape.min ?? least, shape.max] : [least, null];
  return { min: Math.max(min, least), max: max ?? Number.MAX_SAFE_INTEGER };
}
