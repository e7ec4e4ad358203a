/** What `--hook` hands to the server (C16), and what became of it. */
import { z } from "zod";

export const CodewatchHook = z
  .object({
    /** Absent = what the transcript says of itself. */
    session_id: z.string().max(300).optional(),
    /** Absolute path of a .jsonl file of the caller's. */
    transcript_path: z.string().min(1).max(4096),
    cwd: z.string().max(4096).optional(),
    hook_event_name: z.string().max(100).default("Stop"),
  })
  .meta({ id: "CodewatchHook" });
export type CodewatchHook = z.infer<typeof CodewatchHook>;

export const CodewatchHooked = z
  .object({
    status: z.enum(["stored", "skipped"]),
    /** `unreadable`, `empty`, `seen`, `trivial`, or why capture left it out. */
    reason: z.string().optional(),
    /** Messages that were looked at, at most 20 (C19). */
    messages: z.number().int(),
  })
  .meta({ id: "CodewatchHooked" });
export type CodewatchHooked = z.infer<typeof CodewatchHooked>;
