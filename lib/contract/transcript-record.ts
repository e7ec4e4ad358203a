/**
 * One record of a stored transcript as our readers (`lib/transcripts`) tell it, whatever format it had: the payload of an
 * ingest item with the event `TranscriptRecord`. What a reader has to remember between lines is known by then.
 */
import { z } from "zod";

export const RECORD_EVENT = "TranscriptRecord";

const Text = z.string();
const Named = z.string().min(1).max(300).optional();

const base = {
  sessionId: z.string().min(1).max(300),
  /** Milliseconds UTC; without it the time of arrival. */
  at: z.number().int().optional(),
  cwd: z.string().max(4096).optional(),
  branch: z.string().max(300).optional(),
  /** A project's key or name, where the format tells no folder. */
  project: z.string().max(1024).optional(),
  /** Stable within the session, so that the same file brings nothing twice. */
  key: z.string().max(300).optional(),
};

export const TranscriptRecord = z.discriminatedUnion("type", [
  z.object({ ...base, type: z.literal("prompt"), text: Text }),
  /** `final` = it closes the turn; `subagent` = a sub-agent said it. */
  z.object({
    ...base,
    type: z.literal("message"),
    text: Text,
    messageId: Named,
    final: z.boolean().optional(),
    subagent: z.boolean().optional(),
  }),
  /** A call, its result, or both; joined by `toolUseId`. */
  z.object({
    ...base,
    type: z.literal("tool"),
    toolUseId: Named,
    name: Named,
    input: z.unknown().optional(),
    output: z.unknown().optional(),
    isError: z.boolean().optional(),
  }),
  z.object({ ...base, type: z.literal("turn_end"), outcome: z.enum(["done", "interrupted"]) }),
  z.object({ ...base, type: z.literal("title"), text: Text, rank: z.number().int().min(1).max(3) }),
  /** The file ended; its last turn is closed as far as the evidence goes. */
  z.object({ ...base, type: z.literal("end") }),
]);
export type TranscriptRecord = z.infer<typeof TranscriptRecord>;
