/** EverMe's tools by their own names (V70), here and in the program that serves them of any gateway. */
import { z } from "zod";
import { ADDS, looseFlag, looseInt, READS, tool } from "./mcp-tools";

/** Rows of each kind that one search answers at most. */
const MAX_TOP_K = 50;
const MAX_MESSAGES = 2000;

const Text = z.string().min(1).max(100_000);
const ConversationId = z.string().min(1).max(200).optional().describe("Default: this connection");
const Messages = z
  .array(z.looseObject({ role: z.enum(["user", "assistant", "tool", "toolResult"]), content: z.unknown() }))
  .min(1)
  .max(MAX_MESSAGES)
  .optional();

export const EVERME_TOOLS = {
  mem_search: tool({
    title: "Search memory",
    description:
      "Finds what earlier sessions knew: episodes, the person's profile, skills, past cases, recent messages.",
    input: z.object({
      query: Text.describe("What to look for, in words"),
      topK: looseInt(1, MAX_TOP_K).describe("Rows of each kind, default 10"),
    }),
    annotations: READS,
  }),
  mem_context: tool({
    title: "What is known of the person",
    description: "The person's profile: facts they told, and traits drawn from what they did.",
    input: z.object({
      forceRefresh: looseFlag(z.boolean().optional()).describe("Draw it anew instead of the kept one"),
    }),
    annotations: READS,
  }),
  mem_save_turn: tool({
    title: "Save a turn",
    description: "Keeps what was said in a turn: all its messages, or one by role and text.",
    input: z.object({
      messages: Messages.describe("Messages of the turn, in order"),
      role: z.enum(["user", "assistant"]).optional().describe("Of text; default user"),
      text: Text.optional(),
      conversationId: ConversationId,
      flush: looseFlag(z.boolean().optional()).describe("Draw memory from it now; default true"),
    }),
    annotations: ADDS,
  }),
  mem_save_fact: tool({
    title: "Save a fact about the person",
    description: "Keeps a fact or preference of the person: one sentence, or the messages that it stands in.",
    input: z.object({
      fact: Text.optional().describe("One sentence"),
      messages: Messages.describe("Messages of user and assistant, instead of fact"),
      conversationId: ConversationId,
    }),
    annotations: ADDS,
  }),
} as const;
