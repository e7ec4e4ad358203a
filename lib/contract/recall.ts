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
