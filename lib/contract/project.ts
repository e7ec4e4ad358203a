/** Projects: code bases, whatever folder, worktree or clone they are seen through. */
import { z } from "zod";
import { EpochMs, Id, PathId } from "./common";
import { SETTING_GROUPS } from "./setting-groups";
import { PROJECT_MODES } from "./words";

export const ProjectMode = z.enum(PROJECT_MODES);
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
    /** Tokens a day, in and out, that language models may take for it, beside the bound of all projects; null = no bound of its own. */
    llm_daily_tokens: z.number().int().nullable(),
    /** Characters of its injected block; null = the setting `inject_max_chars`. */
    inject_max_chars: z.number().int().nullable(),
    /** Case-folded; each of them finds the project. */
    aliases: z.array(z.string()),
    roots: z.array(z.string()),
    /** The same names with where each came from: `name` and `remote` from what was captured, `manual` from a person. */
    names: z.array(z.object({ alias: z.string(), kind: z.enum(["name", "remote", "manual"]) })),
    /** The same folders with what each is: a repository's checkout, a worktree of it, a plain folder. */
    folders: z.array(z.object({ path: z.string(), kind: z.enum(["repo", "worktree", "folder"]) })),
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

const ProjectName = z.string().trim().min(1).max(200);
const Aliases = z.array(ProjectName).min(1).max(50);

/** `PATCH /api/projects/:id`: all of it as one operation. */
export const ProjectPatch = z
  .strictObject({
    /** The old name stays an alias. */
    name: ProjectName.optional(),
    mode: ProjectMode.optional(),
    /** False keeps its turns from language models: the rules read them. */
    llmEnabled: z.boolean().optional(),
    /** True = a person has looked: `needs_review` goes. */
    reviewed: z.literal(true).optional(),
    /** Further names that find it, letter case aside. */
    addAliases: Aliases.optional(),
    /** Not its own name and not a remote, which its repository would give it again. */
    removeAliases: Aliases.optional(),
    /** Characters of its injected block, within the bounds of the setting `inject_max_chars`; null = that setting holds. */
    injectMaxChars: SETTING_GROUPS.inject_max_chars.schema.nullable().optional(),
    /** Tokens a day that language models may take for it, at most what the setting `llm_daily_tokens` may be; null = no bound of its own. 0 is none: `llmEnabled` keeps it from them. */
    llmDailyTokens: SETTING_GROUPS.llm_daily_tokens.schema.min(1).nullable().optional(),
  })
  .refine((patch) => Object.values(patch).some((value) => value !== undefined), "Say what to change.")
  .meta({ id: "ProjectPatch" });
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

/** Two active memories under one key: one stays in force, the other becomes an older version of it. */
const KeyClash = z.object({
  key: z.string(),
  /** Stays active. */
  keeps: z.object({ id: z.number().int(), value: z.string() }),
  /** Becomes superseded. */
  yields: z.object({ id: z.number().int(), value: z.string() }),
});

const Moved = z.object({
  sessions: z.number().int(),
  prompts: z.number().int(),
  events: z.number().int(),
  observations: z.number().int(),
  summaries: z.number().int(),
  memories: z.number().int(),
  injections: z.number().int(),
});
export type MovedCounts = z.infer<typeof Moved>;

/** What a merge or a split would do, or did. */
export const ProjectMovePreview = z
  .object({
    moved: Moved,
    /** The first 50 of `clashes_total`. */
    clashes: z.array(KeyClash),
    clashes_total: z.number().int(),
  })
  .meta({ id: "ProjectMovePreview" });
export type ProjectMovePreview = z.infer<typeof ProjectMovePreview>;

export const ProjectMerge = z.strictObject({ into: Id }).meta({ id: "ProjectMerge" });
export type ProjectMerge = z.infer<typeof ProjectMerge>;
export const ProjectMergeQuery = z.object({ into: PathId });

const Root = z.string().min(1).max(4096);
/** `root`: one of the project's `roots`. */
export const ProjectSplit = z.strictObject({ root: Root, name: ProjectName.optional() }).meta({ id: "ProjectSplit" });
export type ProjectSplit = z.infer<typeof ProjectSplit>;
export const ProjectSplitQuery = z.object({ root: Root });

export const ProjectMoved = z
  .object({
    ok: z.literal(true),
    /** Of a merge the one that was merged into, of a split the new one. */
    project: Project,
    moved: Moved,
    operation_id: z.number().int(),
  })
  .meta({ id: "ProjectMoved" });
export type ProjectMoved = z.infer<typeof ProjectMoved>;

/** `POST /api/memories/move`: to the project of that number, or to all of them. */
export const MemoriesMove = z
  .strictObject({ ids: z.array(Id).min(1).max(10_000), to: Id.nullable() })
  .meta({ id: "MemoriesMove" });
export type MemoriesMove = z.infer<typeof MemoriesMove>;
