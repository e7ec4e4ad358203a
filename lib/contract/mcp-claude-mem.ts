/** claude-mem's tools by their own names: an index first, then what stood around it, then the whole of a few rows. */
import { z } from "zod";
import { WORKFLOW } from "./mcp-names";
import { MemorySave } from "./worker-lists";
import { ADDS, listed, looseId, looseInt, MaxTokens, READS, tool } from "./mcp-tools";

const Project = z.string().trim().min(1).max(1024).optional().describe("Name or key; default: this session's; * = all");
const Time = z.union([z.string().max(40), z.number()]).optional();

export const CLAUDE_MEM_TOOLS = {
  __IMPORTANT: tool({
    title: "How to search",
    description: `How to search memory without wasting tokens:\n${WORKFLOW}`,
    input: z.object({}),
    annotations: READS,
  }),
  search: tool({
    title: "Search memory",
    description: "Step 1: search memory. Answers an index of ids, titles and dates.",
    input: z.object({
      query: z.string().max(4000).optional(),
      limit: looseInt(1, 100).describe("Of each kind, default 20"),
      offset: looseInt(0, 10_000),
      project: Project,
      type: z
        .string()
        .max(1000)
        .optional()
        .describe("observations, sessions, prompts, memories, or a type of observation"),
      obs_type: z.string().max(1000).optional().describe("bugfix, feature, decision, discovery, refactor, change"),
      concepts: z.string().max(2000).optional(),
      files: z.string().max(8000).optional(),
      dateStart: Time,
      dateEnd: Time,
      orderBy: z.enum(["relevance", "date_desc", "date_asc"]).optional(),
      max_tokens: MaxTokens,
    }),
    annotations: READS,
  }),
  timeline: tool({
    title: "Timeline",
    description: "Step 2: what happened around an id, a time, or the best hit of a query.",
    input: z.object({
      anchor: z.coerce
        .string()
        .trim()
        .max(100)
        .optional()
        .describe("An observation's id, M<id>, S<id>, P<id> or an ISO time"),
      query: z.string().max(4000).optional(),
      depth_before: looseInt(0, 100).describe("Default 10"),
      depth_after: looseInt(0, 100).describe("Default 10"),
      project: Project,
      max_tokens: MaxTokens,
    }),
    annotations: READS,
  }),
  get_observations: tool({
    title: "Get observations",
    description: "Step 3: the whole of observations, by ids that search or timeline named.",
    input: z.object({
      ids: z.preprocess(listed, z.array(looseId(/^[O#]/i)).min(1).max(100)),
      orderBy: z.enum(["date_desc", "date_asc"]).optional(),
      limit: looseInt(1, 100),
      project: Project,
      max_tokens: MaxTokens,
    }),
    annotations: READS,
  }),
  save_memory: tool({
    title: "Save memory",
    description: "Keep a note for later sessions.",
    input: z.object({
      text: MemorySave.shape.text,
      title: MemorySave.shape.title,
      project: MemorySave.shape.project,
      metadata: MemorySave.shape.metadata,
    }),
    annotations: ADDS,
  }),
} as const;
