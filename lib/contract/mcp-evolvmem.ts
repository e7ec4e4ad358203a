/** EvolvMem's tools by their own names (E55–E60). */
import { z } from "zod";
import { ConsolidateInput } from "./housekeeping";
import { MemoryAddInput, MemoryReplaceInput } from "./memory-tools";
import { MemorySearchInput } from "./search";
import { ADDS, looseFlag, looseId, looseInt, looseList, READS, REPLACES, tool } from "./mcp-tools";

const added = MemoryAddInput.shape;

export const EVOLVMEM_TOOLS = {
  memory_search: tool({
    title: "Search memories",
    description: "Search memories by words and meaning, best first.",
    input: z.object({
      query: MemorySearchInput.shape.query,
      top_k: looseInt(1, 100).describe("Default 10"),
      attribute: z.string().max(100).nullish().describe("Only this attribute"),
    }),
    annotations: READS,
  }),
  memory_status: tool({
    title: "Memory status",
    description: "How many memories are stored, and whether search by meaning is ready.",
    input: z.object({}),
    annotations: READS,
  }),
  memory_add: tool({
    title: "Add a memory",
    description: "Store a memory. Answers added, skipped, conflict, replaced or merged.",
    input: z.object({
      key: added.key.describe("project:domain:type:topic"),
      value: added.value,
      attribute: added.attribute.describe("decision, preference, fact (default), constraint or user_profile"),
      tags: looseList(z.string().trim().min(1).max(64), 32),
      importance: z
        .preprocess((value) => (typeof value === "string" ? Number(value) : value), added.importance)
        .describe("1–10, default 5"),
      tier: added.tier.describe("pinned, normal (default) or reference"),
      expires_at: added.expires_at.describe("Day, e.g. 2026-12-31"),
    }),
    annotations: ADDS,
  }),
  memory_replace: tool({
    title: "Replace a memory",
    description: "Put a new value in the place of what a key holds; the old one stays as history.",
    input: z.object({ key: MemoryReplaceInput.shape.key, value: MemoryReplaceInput.shape.value }),
    annotations: REPLACES,
  }),
  memory_remove: tool({
    title: "Remove a memory",
    description: "Take a memory out of use by its id; it can be restored.",
    input: z.object({ id: looseId(/^M/i) }),
    annotations: REPLACES,
  }),
  memory_consolidate: tool({
    title: "Consolidate memories",
    description: "Find near-duplicates; with dry_run false, merge them.",
    input: z.object({
      dry_run: looseFlag(ConsolidateInput.shape.dry_run).describe("Default true: look only"),
      threshold: z
        .preprocess((value) => (typeof value === "string" ? Number(value) : value), ConsolidateInput.shape.threshold)
        .describe("0.5–1"),
    }),
    annotations: REPLACES,
  }),
} as const;
