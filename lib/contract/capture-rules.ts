/** Trying the rules of capture: would this folder, this tool be captured? */
import { z } from "zod";
import { ProjectMode } from "./project";

const Rules = z.array(z.string().trim().min(1).max(500)).max(200);

export const CaptureQuestion = z
  .strictObject({
    /** Absolute; it need not exist. */
    folder: z.string().trim().min(1).max(4096).optional(),
    tool: z.string().trim().min(1).max(300).optional(),
    /** Instead of the settings `excluded_projects` and `skip_tools`: to try rules before they are saved. */
    patterns: Rules.optional(),
    tools: Rules.optional(),
  })
  .refine(({ folder, tool }) => folder !== undefined || tool !== undefined, "Name a folder, a tool, or both.")
  .meta({ id: "CaptureQuestion" });
export type CaptureQuestion = z.infer<typeof CaptureQuestion>;

export const CaptureVerdict = z
  .object({
    captured: z.boolean(),
    /** Of the folder: the one it belongs to, or with `id` null the one it would make. */
    project: z
      .object({ id: z.number().int().nullable(), name: z.string(), key: z.string(), mode: ProjectMode })
      .nullable(),
    /** Each rule that keeps it out. */
    reasons: z.array(
      z.object({ code: z.enum(["excluded_project", "project_mode", "skipped_tool", "own_tool"]), rule: z.string() }),
    ),
  })
  .meta({ id: "CaptureVerdict" });
export type CaptureVerdict = z.infer<typeof CaptureVerdict>;
