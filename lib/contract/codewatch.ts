/** Observations, reflections and tasks as codewatch-memory has them (C7–C15), and pauses of capture and recall. */
import { z } from "zod";
import { Cursor, EpochMs, Id, Limit, page, ProjectRef } from "./common";
import { Category, Priority } from "./evidence";

/** Names and paths that a caller may give, bounded. */
const Name = z.string().trim().min(1).max(1024);
export const FilePath = z.string().trim().min(1).max(4096);

/** C56: a branch as git names it; `auto` is for {@link SwitchTool} alone. */
export const BranchName = z.string().trim().min(1).max(300);

/** C34: 0 reorganises, 3 leaves paragraphs. */
export const CompressionLevel = z.number().int().min(0).max(3);
export type CompressionLevel = z.infer<typeof CompressionLevel>;

/** Where a call belongs: the project of `project` or of the folder `cwd`, and the branch given or checked out there. */
export const CodewatchPlace = z.strictObject({
  cwd: FilePath.optional(),
  project: ProjectRef.optional(),
  /** What `switch_context` chose on this connection; absent = the branch that is checked out. */
  branch: BranchName.optional(),
  /** Host and id of the agent's own session, where it is known: what is observed then stands in it. */
  host: Name.max(100).optional(),
  session: Name.max(300).optional(),
});
export type CodewatchPlace = z.infer<typeof CodewatchPlace>;

/** C7. */
export const ObserveTool = z.strictObject({
  content: z.string().min(1).max(100_000).describe("What was learned, decided or done: one fact."),
  category: Category.optional().describe("Left out: found from the text."),
  priority: Priority.optional().describe("Left out: by category, high where the text says critical or breaking."),
  files: z.array(FilePath).max(200).optional().describe("Files that it is about."),
  source_summary: z.string().max(2000).optional().describe("Where it comes from, in a sentence."),
});
export type ObserveTool = z.infer<typeof ObserveTool>;
export const ObserveInput = ObserveTool.extend(CodewatchPlace.shape);
export type ObserveInput = z.infer<typeof ObserveInput>;

/** C9. Counts are of the project and branch. */
export const ObserveAnswer = z
  .object({
    id: z.number().int(),
    category: Category,
    priority: Priority,
    token_count: z.number().int(),
    session_observation_count: z.number().int(),
    session_observation_tokens: z.number().int(),
    tokens_until_reflect: z.number().int().min(0),
    /** It waits for a person, and is not injected until then. */
    review_state: z.enum(["pending", "quarantined"]).optional(),
    auto_reflected: z.boolean().optional(),
    /** A sentence that says how far it was compressed. */
    compression: z.string().optional(),
  })
  .meta({ id: "ObserveAnswer" });
export type ObserveAnswer = z.infer<typeof ObserveAnswer>;

/** C10. All filters combine (C11). */
export const RecallTool = z.strictObject({
  query: z.string().max(2000).optional().describe("Words to look for; any punctuation is only text."),
  categories: z.array(Category).max(8).optional(),
  files: z.array(FilePath).max(100).optional().describe("Only what names one of these; a part of a path is enough."),
  priority_min: Priority.default("low").describe("high = only high, medium = high and medium, low = all."),
  limit: z.number().int().min(1).max(100).default(50),
  include_reflections: z.boolean().default(true),
  branch: BranchName.optional().describe("Left out: the branch that is checked out."),
});
export type RecallTool = z.infer<typeof RecallTool>;
export const RecallInput = RecallTool.extend(CodewatchPlace.omit({ branch: true }).shape);
export type RecallInput = z.input<typeof RecallInput>;

export const RecalledItem = z.object({
  type: z.enum(["observation", "memory"]),
  id: z.number().int(),
  category: Category,
  priority: Priority,
  content: z.string(),
  files: z.array(z.string()),
  observed_at: EpochMs,
});
export type RecalledItem = z.infer<typeof RecalledItem>;

export const RecalledReflection = z.object({
  id: z.number().int(),
  level: CompressionLevel,
  content: z.string(),
  input_tokens: z.number().int(),
  output_tokens: z.number().int(),
  /** Input by output; 2.5 = two and a half times as small. */
  ratio: z.number(),
  created_at: EpochMs,
});
export type RecalledReflection = z.infer<typeof RecalledReflection>;

export const RecallAnswer = z
  .object({
    project: z.string().nullable(),
    branch: z.string(),
    /** Newest day first, in the order of time within a day. */
    items: z.array(RecalledItem),
    reflections: z.array(RecalledReflection),
    current_task: z.string().nullable(),
  })
  .meta({ id: "RecallAnswer" });
export type RecallAnswer = z.infer<typeof RecallAnswer>;

/** C13. An explicit level is where it starts; it goes on to stronger ones while the result is too long. */
export const ReflectTool = z.strictObject({
  compression_level: CompressionLevel.optional().describe("Level to start from: 0 reorganises, 3 is the strongest."),
  branch: BranchName.optional().describe("Left out: the branch that is checked out."),
});
export type ReflectTool = z.infer<typeof ReflectTool>;
export const ReflectInput = ReflectTool.extend(CodewatchPlace.omit({ branch: true }).shape);
export type ReflectInput = z.infer<typeof ReflectInput>;

export const Reflected = z
  .object({
    /** Of the reflection. */
    id: z.number().int(),
    observations_compressed: z.number().int(),
    input_tokens: z.number().int(),
    output_tokens: z.number().int(),
    /** `2.5x`. */
    compression_ratio: z.string(),
    compression_level: CompressionLevel,
    tokens_saved: z.number().int(),
    source: z.enum(["rules", "llm"]),
    /** Observations that did not fit into one run: the next one takes them. */
    observations_left: z.number().int(),
  })
  .meta({ id: "Reflected" });
export type Reflected = z.infer<typeof Reflected>;

/** What was done, or a sentence where there was nothing to do. */
export const ReflectAnswer = z.union([Reflected, z.object({ message: z.string() })]);
export type ReflectAnswer = z.infer<typeof ReflectAnswer>;

/** C14. Counts are of the project and branch; those of observations of what no reflection holds yet. */
export const SessionInfo = z
  .object({
    session_id: z.string().nullable(),
    branch: z.string(),
    project: z.string().nullable(),
    project_dir: z.string().nullable(),
    started_at: z.iso.datetime().nullable(),
    last_active_at: z.iso.datetime().nullable(),
    observation_count: z.number().int(),
    observation_tokens: z.number().int(),
    reflection_count: z.number().int(),
    reflect_threshold: z.number().int(),
    tokens_until_reflect: z.number().int().min(0),
    auto_reflect: z.boolean(),
    categories: z.partialRecord(Category, z.number().int()),
    current_task: z.string().nullable(),
    last_reflection: z.object({ level: CompressionLevel, ratio: z.string(), time: z.iso.datetime() }).nullable(),
    capture_paused: z.boolean(),
    recall_paused: z.boolean(),
  })
  .meta({ id: "SessionInfo" });
export type SessionInfo = z.infer<typeof SessionInfo>;

/** C15. */
export const SwitchTool = z.strictObject({
  branch: BranchName.describe('Branch to go to; "auto" = what is checked out now.'),
  carry_task: z.boolean().default(false).describe("Take the current task along."),
});
export type SwitchTool = z.infer<typeof SwitchTool>;
/** `from` is the branch that this connection was on; absent = the one that is checked out. */
export const SwitchInput = SwitchTool.extend({
  ...CodewatchPlace.omit({ branch: true }).shape,
  from: BranchName.optional(),
});
export type SwitchInput = z.input<typeof SwitchInput>;

export const SwitchAnswer = z
  .object({
    switched_from: z.string(),
    /** What the connection's later calls send as `branch`; after `auto` they send none. */
    switched_to: z.string(),
    session_id: z.string(),
    observation_count: z.number().int(),
    observation_tokens: z.number().int(),
    categories: z.partialRecord(Category, z.number().int()),
    recent_observations: z.array(
      z.object({ id: z.number().int(), category: Category, priority: Priority, content: z.string() }),
    ),
    task_carried: z.boolean(),
  })
  .meta({ id: "SwitchAnswer" });
export type SwitchAnswer = z.infer<typeof SwitchAnswer>;

/** A reflection as lists show it. */
export const Reflection = z
  .object({
    id: z.number().int(),
    project_id: z.number().int(),
    project: z.string().nullable(),
    branch: z.string().nullable(),
    session_id: z.number().int().nullable(),
    level: CompressionLevel,
    content: z.string(),
    observation_ids: z.array(z.number().int()),
    input_tokens: z.number().int(),
    output_tokens: z.number().int(),
    ratio: z.number(),
    source: z.string(),
    /** `superseded`: a later one took in what it says. */
    status: z.enum(["active", "superseded"]),
    created_at: EpochMs,
  })
  .meta({ id: "Reflection" });
export type Reflection = z.infer<typeof Reflection>;

export const ReflectionListQuery = z.object({
  project: ProjectRef.optional(),
  branch: BranchName.optional(),
  status: z.enum(["active", "superseded", "all"]).default("active"),
  limit: Limit.default(20),
  cursor: Cursor.optional(),
});
export type ReflectionListQuery = z.infer<typeof ReflectionListQuery>;
export const ReflectionPage = page(Reflection).meta({ id: "ReflectionPage" });
export type ReflectionPage = z.infer<typeof ReflectionPage>;

/** What a session is about now. */
export const Task = z
  .object({
    id: z.number().int(),
    session_id: z.number().int(),
    project_id: z.number().int(),
    project: z.string().nullable(),
    branch: z.string().nullable(),
    content: z.string(),
    source: z.string(),
    updated_at: EpochMs,
  })
  .meta({ id: "Task" });
export type Task = z.infer<typeof Task>;

export const TaskListQuery = z.object({
  project: ProjectRef.optional(),
  branch: BranchName.optional(),
  session: Id.optional(),
  limit: Limit.default(20),
  cursor: Cursor.optional(),
});
export type TaskListQuery = z.infer<typeof TaskListQuery>;
export const TaskPage = page(Task).meta({ id: "TaskPage" });
export type TaskPage = z.infer<typeof TaskPage>;

export const PauseWhat = z.enum(["capture", "recall"]);
export type PauseWhat = z.infer<typeof PauseWhat>;

/** Of one session or one project: by its number, or as an agent knows it. */
export const PauseInput = z
  .strictObject({
    scope: z.enum(["session", "project"]),
    /** Of the session or project. */
    id: Id.optional(),
    /** Instead of `id`, of a session: the host's own id of it. */
    session: Name.max(300).optional(),
    host: Name.max(100).optional(),
    /** Instead of `id`, of a project: its key, name or folder. */
    project: ProjectRef.optional(),
    cwd: FilePath.optional(),
    what: PauseWhat,
    paused: z.boolean(),
  })
  .refine((input) => input.id !== undefined || input.scope !== "session" || input.session !== undefined, {
    path: ["id"],
    message: "Give id, or the host's id of the session as session.",
  })
  .refine(
    (input) =>
      input.id !== undefined || input.scope !== "project" || input.project !== undefined || input.cwd !== undefined,
    { path: ["id"], message: "Give id, project or cwd." },
  );
export type PauseInput = z.infer<typeof PauseInput>;

export const PauseAnswer = z
  .object({
    ok: z.literal(true),
    scope: z.enum(["session", "project"]),
    id: z.number().int(),
    capture_paused_at: EpochMs.nullable(),
    recall_paused_at: EpochMs.nullable(),
    /** Undo takes it back; null = it was so already. */
    operation_id: z.number().int().nullable(),
  })
  .meta({ id: "PauseAnswer" });
export type PauseAnswer = z.infer<typeof PauseAnswer>;
/** Since when each of the two rests; null = it does not. */
export type PauseState = Pick<PauseAnswer, "capture_paused_at" | "recall_paused_at">;
