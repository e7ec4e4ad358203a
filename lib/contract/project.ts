/** Projects: code bases, whatever folder, worktree or clone they are seen through. */
import { z } from "zod";
import { EpochMs, PathId } from "./common";

export const ProjectMode = z.enum(["auto", "ask", "read-only", "off"]);
export type ProjectMode = z.infer<typeof ProjectMode>;

export const Project = z
  .object({
    id: z.number().int(),
    /** `git:<remote>`, `repo:<folder>`, `path:<folder>`, `name:<name>` or `unknown`. */
    key: z.string(),
    name: z.string(),
    kind: z.enum(["git_remote", "git_repo", "folder", "name", "unknown"]),
    mode: ProjectMode,
    needs_review: z.boolean(),
    /** Whether its turns may go to a language model, where one is switched on. */
    llm_enabled: z.boolean(),
    /** Case-folded; each of them finds the project. */
    aliases: z.array(z.string()),
    roots: z.array(z.string()),
    created_at: EpochMs,
    last_activity_at: EpochMs,
    sessions: z.number().int(),
    prompts: z.number().int(),
    events: z.number().int(),
    observations: z.number().int(),
    memories: z.number().int(),
  })
  .meta({ id: "Project" });
export type Project = z.infer<typeof Project>;

/** `projects` holds the names, as claude-mem's clients expect (M23); `items` says everything. */
export const ProjectList = z
  .object({ projects: z.array(z.string()), items: z.array(Project) })
  .meta({ id: "ProjectList" });
export type ProjectList = z.infer<typeof ProjectList>;

export const ProjectParams = z.object({ id: PathId });

/** `PATCH /api/projects/:id`. False keeps its turns from language models: the rules read them. */
export const ProjectPatch = z.strictObject({ llmEnabled: z.boolean() }).meta({ id: "ProjectPatch" });
export type ProjectPatch = z.infer<typeof ProjectPatch>;

export const ProjectChange = z
  .object({
    ok: z.literal(true),
    project: Project,
    /** What Undo takes; null = it was so already. */
    operation_id: z.number().int().nullable(),
  })
  .meta({ id: "ProjectChange" });
export type ProjectChange = z.infer<typeof ProjectChange>;
