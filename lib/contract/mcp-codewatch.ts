/** codewatch-memory's tools by their own names (C7–C15). */
import { z } from "zod";
import { ObserveTool, RecallTool, ReflectTool, SwitchTool } from "./codewatch";
import { ADDS, READS, REPLACES, SETS, tool } from "./mcp-tools";

export const CODEWATCH_TOOLS = {
  observe: tool({
    title: "Observe",
    description: "Record one observation: a decision, a fix, a convention, a fact about the code.",
    input: z.object(ObserveTool.shape),
    annotations: ADDS,
  }),
  recall: tool({
    title: "Recall observations",
    description: "Observations of this project and branch, with the latest reflection and the current task.",
    input: z.object(RecallTool.shape),
    annotations: READS,
  }),
  reflect: tool({
    title: "Reflect",
    description: "Compress the observations of this branch into one reflection.",
    input: z.object(ReflectTool.shape),
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
    input: z.object(SwitchTool.shape),
    annotations: SETS,
  }),
} as const;
