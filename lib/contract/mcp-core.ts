/** Our own tools for agents: few, short, `keepsake_` in front so that they clash with nobody's. */
import { z } from "zod";
import { ExpiryInput, MemoryTier, NewMemory } from "./memory";
import { ADDS, listed, looseInt, looseList, MaxTokens, READS, REPLACES, SETS, tool, unbracketed } from "./mcp-tools";

/** `M12` a memory, `O41` (or `#41`) an observation, `S7` a summary, `P3` a prompt, `E9` an event; a bare number is a memory. */
export const EntityRef = z.preprocess(
  (value) => (typeof value === "number" ? String(value) : typeof value === "string" ? unbracketed(value) : value),
  z.string().regex(/^(?:[MOSPE#]?\d{1,15})$/i, "must be like M12, O41, S7, P3 or E9"),
);
const Refs = z.preprocess(listed, z.array(EntityRef).min(1).max(50));
const Project = z.string().trim().min(1).max(1024).optional().describe("Name or key; default: this session's; * = all");
const Kind = z.enum(["memories", "observations", "sessions", "prompts", "events"]);
/** A memory alone. */
const MemoryRef = z
  .preprocess(
    (value) => (typeof value === "number" ? String(value) : typeof value === "string" ? unbracketed(value) : value),
    z.string().regex(/^M?[1-9]\d{0,14}$/i, "must be like M12 or 12"),
  )
  .transform((ref) => Number(ref.replace(/^M/i, "")));
const Tags = looseList(z.string().trim().min(1).max(64), 32).describe("Words to find it by");
const Weight = looseInt(1, 10).describe("Importance 1–10");
const Day = ExpiryInput.nullish().describe("Day after which it no longer holds, e.g. 2026-12-31");

export const CORE_TOOLS = {
  keepsake_recall: tool({
    title: "Recall",
    description: "What is remembered that bears on a task or question. Call it before you start or decide.",
    input: z.object({ query: z.string().trim().min(1).max(20_000), project: Project, max_tokens: MaxTokens }),
    annotations: READS,
  }),
  keepsake_remember: tool({
    title: "Remember",
    description: "Store one lasting fact, decision or preference, in one sentence that stands by itself.",
    input: z.object({
      text: NewMemory.shape.value.trim().min(1),
      key: NewMemory.shape.key.trim().optional().describe("project:domain:type:topic; one value a key"),
      kind: z
        .string()
        .max(100)
        .nullish()
        .describe("decision, preference, fact, constraint, user_profile, or a word of your own"),
      tags: Tags,
      importance: Weight,
      tier: MemoryTier.nullish().describe("pinned = always shown to agents, reference = only found"),
      expires_at: Day,
      project: z.string().trim().min(1).max(1024).optional().describe("Default: this session's; global = everywhere"),
    }),
    annotations: ADDS,
  }),
  keepsake_search: tool({
    title: "Search",
    description:
      "Search memories, observations and session summaries by words and meaning. Answers ids; keepsake_get reads them.",
    input: z.object({
      query: z.string().max(4000).optional().describe("Left out: the newest"),
      kinds: looseList(Kind, 5).describe("memories, observations, sessions, prompts, events; default the first three"),
      project: Project,
      since: z.string().max(40).optional().describe("ISO day or time"),
      until: z.string().max(40).optional(),
      limit: looseInt(1, 50).describe("Of each kind, default 8"),
      max_tokens: MaxTokens,
    }),
    annotations: READS,
  }),
  keepsake_timeline: tool({
    title: "Timeline",
    description: "What happened around a moment, in order: prompts, observations, summaries.",
    input: z.object({
      anchor: z.coerce.string().trim().max(100).optional().describe("M12, O41, S7, P3, E9 or an ISO time; default now"),
      query: z.string().max(4000).optional().describe("Instead: its best hit is the anchor"),
      before: looseInt(0, 50).describe("Default 10"),
      after: looseInt(0, 50).describe("Default 10"),
      project: Project,
      max_tokens: MaxTokens,
    }),
    annotations: READS,
  }),
  keepsake_get: tool({
    title: "Get",
    description: "The whole text of what a search or timeline named, e.g. M12, O41, S7, P3, E9.",
    input: z.object({ ids: Refs, max_tokens: MaxTokens }),
    annotations: READS,
  }),
  keepsake_update: tool({
    title: "Update",
    description: "Correct a memory. A new text becomes its next version; the old one stays as history.",
    input: z.object({
      id: MemoryRef.describe("M12 or 12"),
      text: NewMemory.shape.value.trim().min(1).optional(),
      kind: z.string().max(100).nullish(),
      tags: Tags,
      importance: Weight,
      tier: MemoryTier.nullish(),
      expires_at: Day,
    }),
    annotations: REPLACES,
  }),
  keepsake_forget: tool({
    title: "Forget",
    description: "Take memories (M) or observations (O) out of use. A person can undo it.",
    input: z.object({ ids: Refs }),
    annotations: REPLACES,
  }),
  keepsake_session: tool({
    title: "Session",
    description:
      "Where this session stands: project, branch, what was done last. action=start gives the block of a new session; pause and resume stop and go on with capture or recall.",
    input: z.object({
      action: z.enum(["info", "start", "pause", "resume"]).default("info"),
      what: z.enum(["capture", "recall"]).optional().describe("Of pause and resume; default both"),
      scope: z.enum(["project", "session"]).default("project").describe("Of pause and resume"),
      max_tokens: MaxTokens,
    }),
    annotations: SETS,
  }),
} as const;
