/** codewatch-memory's tools by their own names (C7–C15). */
import { z } from "zod";
import { FilePath, ObserveTool, RecallTool, ReflectTool, SwitchTool } from "./codewatch";
import { Category } from "./evidence";
import { ADDS, looseFlag, looseInt, looseList, READS, REPLACES, SETS, tool } from "./mcp-tools";

export const CODEWATCH_TOOLS = {
  observe: tool({
    title: "Observe",
    description: "Record one observation: a decision, a fix, a convention, a fact about the code.",
    input: z.object({
      ...ObserveTool.shape,
      files: looseList(FilePath, 200).describe("Files that it is about"),
    }),
    annotations: ADDS,
  }),
  recall: tool({
    title: "Recall observations",
    description: "Observations of this project and branch, with the latest reflection and the current task.",
    input: z.object({
      ...RecallTool.shape,
      categories: looseList(Category, 8),
      files: looseList(FilePath, 100).describe("Only what names one of these; a part of a path is enough"),
      limit: looseInt(1, 100).describe("Default 50"),
      include_reflections: looseFlag(RecallTool.shape.include_reflections),
    }),
    annotations: READS,
  }),
  reflect: tool({
    title: "Reflect",
    description: "Compress the observations of this branch into one reflection.",
    input: z.object({
      ...ReflectTool.shape,
      compression_level: looseInt(0, 3).describe("Level to start from: 0 reorganises, 3 is the strongest"),
    }),
    annotations: REPLACES,
  }),
  get_session_info: tool({
    title: "Session info",
    description: "Branch, counts, current task and last reflection of this session.",
    input: z.object({}),
    annotations: READS,
  }),
  switch_context: tool({
    title: "Switch branch context",
    description: 'Observe and recall on another branch from now on; "auto" goes back to the one that is checked out.',
    input: z.object({
      ...SwitchTool.shape,
      carry_task: looseFlag(SwitchTool.shape.carry_task).describe("Take the current task along"),
    }),
    annotations: SETS,
  }),
} as const;
