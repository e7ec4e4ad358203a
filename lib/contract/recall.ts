/** What a prompt brings back, and the briefing of a session that begins (C41–C49). The answer is an `Injection`. */
import { z } from "zod";
import { ProjectRef, QueryFlag } from "./common";

/** Longer prompts are mostly pasted text; what follows is not looked at. */
const PROMPT_MAX = 200_000;

const fields = {
  /** Key, name or alias; several as a comma list. */
  project: ProjectRef.optional(),
  cwd: z.string().max(4096).optional(),
  branch: z.string().max(300).optional(),
  /** `UserPromptSubmit`: what bears on the prompt; `SessionStart`: the briefing. */
  event: z.enum(["UserPromptSubmit", "SessionStart"]).default("UserPromptSubmit"),
  /** As it was typed; empty brings nothing back. */
  prompt: z.string().max(PROMPT_MAX).default(""),
  format: z.enum(["text", "json"]).default("text"),
  max_chars: z.coerce.number().int().min(200).max(10_000).optional(),
  host: z.string().max(100).optional(),
  /** What this session got already is not repeated. */
  session: z.string().max(300).optional(),
};

/** As an address carries it: what is not known is ignored. */
export const RecallQuery = z.object({
  ...fields,
  /** Only look: nothing is stored and no memory counts as used. */
  preview: QueryFlag.optional(),
});
export type RecallQuery = z.infer<typeof RecallQuery>;

export const RecallInput = z.strictObject({ ...fields, preview: z.boolean().optional() }).meta({ id: "RecallInput" });
export type RecallInput = z.input<typeof RecallInput>;

/** What agents of claude-mem ask at each prompt (M40); fields that are not known are ignored. */
export const SemanticInput = z
  .object({
    /** The prompt. */
    q: z.string().max(PROMPT_MAX).optional(),
    /** Same as `q`. */
    query: z.string().max(PROMPT_MAX).optional(),
    prompt: z.string().max(PROMPT_MAX).optional(),
    /** Neither `project` nor `cwd`: all projects. */
    project: ProjectRef.optional(),
    cwd: z.string().max(4096).optional(),
    branch: z.string().max(300).optional(),
    /** Rows that the block may hold; 15 at most. */
    limit: z.coerce.number().int().min(1).max(100).default(5),
    host: z.string().max(100).optional(),
    session: z.string().max(300).optional(),
    /** Same as `session`. */
    claudeSessionId: z.string().max(300).optional(),
    contentSessionId: z.string().max(300).optional(),
    session_id: z.string().max(300).optional(),
  })
  .meta({ id: "SemanticInput" });
export type SemanticInput = z.infer<typeof SemanticInput>;

export const SemanticContext = z
  .object({
    /** Ready to inject; empty where nothing bears on the prompt. */
    context: z.string(),
    /** Memories and observations in it. */
    count: z.number().int(),
  })
  .meta({ id: "SemanticContext" });
export type SemanticContext = z.infer<typeof SemanticContext>;
