/** What the playground shows: the block that an agent of a project would get, and where one may ask from. */
import { z } from "zod";
import type { ProjectChoice } from "@/components/frame/project-choice";
import type { App } from "@/lib/context";
import { ProjectRef } from "@/lib/contract/common";
import type { TraceSubject } from "@/lib/contract/inject";
import { type InjectionPreview, PreviewEvent } from "@/lib/contract/inject-preview";
import { SETTING_DEFAULTS } from "@/lib/contract/settings";
import { type AskPlace, placesToAsk } from "@/lib/inject/ask-place";
import { traceSubjects } from "@/lib/inject/subjects";
import { writeRules } from "@/lib/memories/rules";
import { resolveProjects } from "@/lib/projects/service";
import { previewInjection } from "@/lib/recall/preview";
import { projectChoices } from "./projects";

/** The address goes along in a header of every request, and a Chinese character takes nine bytes of it twice. */
export const PROMPT_MAX = 600;
export const BUDGET = { min: 200, max: 10_000 };

export const PlaygroundQuery = z.object({
  project: ProjectRef.optional(),
  /** Folder of the agent. */
  folder: z.string().max(4096).optional(),
  branch: z.string().max(300).optional(),
  host: z.string().max(100).optional(),
  event: PreviewEvent.default("session-start"),
  prompt: z.string().max(PROMPT_MAX).default(""),
  budget: z.coerce.number().int().min(BUDGET.min).max(BUDGET.max).optional(),
  show: z.enum(["all", "in", "cut"]).default("all"),
  side: z.enum(["why", "weights"]).default("why"),
});
export type PlaygroundQuery = z.infer<typeof PlaygroundQuery>;

/** What is asked of `POST /api/injections/preview` for it. */
export interface Asked {
  project?: string;
  cwd?: string;
  branch?: string;
  host?: string;
  event: PreviewEvent;
  prompt: string;
}

export interface Playground {
  projects: ProjectChoice[];
  project: ProjectChoice;
  place: AskPlace;
  folder: string | null;
  asked: Asked;
  preview: InjectionPreview;
  subjects: ReadonlyMap<string, TraceSubject>;
  bounds: ReturnType<typeof writeRules>["bounds"];
}

/** null = there is no project, or none of that name. */
export async function readPlayground(
  app: App,
  query: PlaygroundQuery,
): Promise<{ projects: ProjectChoice[]; found: Playground | null }> {
  const projects = projectChoices(app);
  const project = query.project === undefined ? projects[0] : choiceOf(app, projects, query.project);
  if (project === undefined) return { projects, found: null };
  const place = placesToAsk(app, project);
  const folder = place.folders.find(({ path }) => path === query.folder)?.path ?? place.folders[0]?.path ?? null;
  const asked: Asked = {
    ...(folder === null ? { project: project.ref } : { cwd: folder }),
    ...(query.branch === undefined ? {} : { branch: query.branch }),
    ...(query.host === undefined ? {} : { host: query.host }),
    event: query.event,
    prompt: query.event === "prompt" ? query.prompt : "",
  };
  const preview = await previewInjection(app, { ...asked, maxChars: query.budget });
  const subjects = traceSubjects(app, preview.block.trace);
  const { bounds } = writeRules(app);
  return { projects, found: { projects, project, place, folder, asked, preview, subjects, bounds } };
}

/** The switcher's own reference, else whatever finds a project. */
function choiceOf(app: App, projects: ProjectChoice[], ref: string): ProjectChoice | undefined {
  const [first] = resolveProjects(app, ref);
  return projects.find((choice) => choice.ref === ref) ?? projects.find(({ id }) => id === first?.id);
}

/** What holds for a block when none is tried, for the field of the budget. */
export const usualBudget = ({ budget }: InjectionPreview): number =>
  budget.from === "asked" ? SETTING_DEFAULTS.inject_max_chars : budget.chars;
