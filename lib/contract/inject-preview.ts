/** A block that is only looked at: what an agent would get now, or with other settings (the playground). */
import { z } from "zod";
import { ProjectRef } from "./common";
import { Injection } from "./inject";
import { Settings } from "./settings";

/** Settings that a block is made by: those that may be tried without saving them, within their own bounds. */
export const InjectOverrides = Settings.pick({
  inject_scope: true,
  inject_max_chars: true,
  inject_max_count: true,
  inject_pinned_max_count: true,
  inject_pinned_max_chars: true,
  inject_index_max_chars: true,
  inject_key_prefix_quota: true,
  inject_w_importance: true,
  inject_w_recency: true,
  inject_w_frequency: true,
  inject_w_relevance: true,
  inject_recency_tau_days: true,
  inject_freq_norm_cap: true,
  context_observations: true,
  digest_days: true,
  digest_per_project: true,
  digest_max_chars: true,
  recall_max_chars: true,
})
  .partial()
  .strict();
export type InjectOverrides = z.infer<typeof InjectOverrides>;

export const PreviewEvent = z.enum(["session-start", "prompt"]);
export type PreviewEvent = z.infer<typeof PreviewEvent>;

/** `POST /api/injections/preview`: nothing is stored, no memory counts as used. `project` or `cwd` is needed. */
export const InjectionPreviewInput = z
  .strictObject({
    /** Key, name or alias; counts where there is no `cwd`. */
    project: ProjectRef.optional(),
    /** Folder of the agent, as a hook names it: project, branch and what makes a key relevant follow from it. */
    cwd: z.string().max(4096).optional(),
    /** Absent = the folder's own; without a folder all branches. */
    branch: z.string().max(300).optional(),
    host: z.string().max(100).optional(),
    /** A session that goes on: what it holds already is not told again. */
    session: z.string().max(300).optional(),
    event: PreviewEvent.default("session-start"),
    /** What a person types; for the event `prompt`. */
    prompt: z.string().max(20_000).default(""),
    /** Characters of the block, whatever is set. */
    maxChars: z.number().int().min(200).max(10_000).optional(),
    /** Tried in place of the saved settings, and never saved. */
    overrides: InjectOverrides.optional(),
  })
  .meta({ id: "InjectionPreviewInput" });
export type InjectionPreviewInput = z.infer<typeof InjectionPreviewInput>;

/** Where something stands: told in full, only listed by its key, or not named. */
const Standing = z.enum(["told", "listed", "out"]);

export const BlockMove = z
  .object({
    type: z.string(),
    id: z.number().int(),
    /** `in` and `out` of what is told in full, `listed` and `unlisted` of what is not, else its order among the others. */
    move: z.enum(["in", "out", "listed", "unlisted", "up", "down"]),
    before: Standing,
    after: Standing,
    scoreBefore: z.number().nullable(),
    scoreAfter: z.number().nullable(),
    /** Its line, from the block that has it. */
    text: z.string(),
  })
  .meta({ id: "BlockMove" });
export type BlockMove = z.infer<typeof BlockMove>;

export const InjectionPreview = z
  .object({
    block: Injection,
    budget: z.object({
      /** The most characters that it may have. */
      chars: z.number().int(),
      /** Who says so: `maxChars`, the project's own size, the setting, or what a host takes. */
      from: z.enum(["asked", "project", "setting", "host"]),
    }),
    /** What each layer takes, frame included, line ends too: they add up to the block. In the block's order. */
    layers: z.array(
      z.object({
        layer: z.string(),
        chars: z.number().int(),
        tokens: z.number().int(),
        items: z.number().int(),
        cut: z.number().int(),
      }),
    ),
    /** Why the block is empty: the project is off, no prompt was given, or nothing bears on it; null = it is not. */
    empty: z.enum(["off", "no_prompt", "nothing"]).nullable(),
    /** With `overrides`: the block by the saved settings, and what differs from it. */
    saved: z.object({ block: Injection, moves: z.array(BlockMove) }).nullable(),
  })
  .meta({ id: "InjectionPreview" });
export type InjectionPreview = z.infer<typeof InjectionPreview>;
