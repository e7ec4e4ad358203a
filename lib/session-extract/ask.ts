/** One question to the model about one conversation, and what to do when that is too long for it (E67, E72, E75). */
import type { App } from "../context";
import type { ModelOutcome } from "../llm/types";
import { askModel } from "../metering/service";
import { readAnswer } from "./answer";
import type { Candidate } from "./candidate";
import { chunkConversation, conversationText, type SentMessage } from "./chunks";
import { extractionPrompt, type PromptContext } from "./prompt";
import { type RedactedMessages, redactMessages } from "./redact";

/** E68: shared by all requests about one session. */
const BUDGET_MS = 240_000;
/** E67. */
const MAX_OUTPUT_TOKENS = 4096;
export const PURPOSE = "extract.session";

export type Asked =
  | { ok: true; summary: string; candidates: Candidate[]; redacted: number }
  | { ok: false; /** `empty` = all of it was private. */ reason: string; rateLimited: boolean; redacted: number };

export interface Question {
  messages: readonly SentMessage[];
  projectId: number;
  prompt: PromptContext;
}

/** What the model would remember. Every failure is a reason to ask again later; nothing is sent unless redaction went through. */
export async function askForMemories(app: App, question: Question): Promise<Asked> {
  let redaction: RedactedMessages<SentMessage>;
  try {
    redaction = await redactMessages(question.messages);
  } catch (error) {
    app.log.error({ err: error }, "a session could not be redacted; nothing was sent");
    return { ok: false, reason: "redaction_failed", rateLimited: false, redacted: 0 };
  }
  const { messages, count: redacted } = redaction;
  const failed = (reason: string, rateLimited = false): Asked => ({ ok: false, reason, rateLimited, redacted });
  if (messages.length === 0) return failed("empty");
  const deadline = app.now() + BUDGET_MS;
  const ask = (content: string, redactions: number): Promise<ModelOutcome> =>
    askModel(app, {
      purpose: PURPOSE,
      projectId: question.projectId,
      redactions,
      request: { messages: [{ role: "user", content }], maxOutputTokens: MAX_OUTPUT_TOKENS, json: true, deadline },
    });

  const whole = await ask(extractionPrompt(question.prompt, conversationText(messages)), redacted);
  if (whole.status === "ok") {
    const answer = readAnswer(whole.text);
    return answer.ok ? { ...answer, redacted } : failed(answer.reason);
  }
  if (whole.reason !== "context_overflow") return failed(reasonOf(whole), whole.reason === "rate_limited");

  const chunks = chunkConversation(messages);
  const candidates: Candidate[] = [];
  let summary = "";
  for (const [index, chunk] of chunks.entries()) {
    const part = { number: index + 1, of: chunks.length };
    // The secrets were counted with the request that was too long.
    const outcome = await ask(extractionPrompt(question.prompt, chunk, part), 0);
    if (outcome.status !== "ok") return failed(reasonOf(outcome), outcome.reason === "rate_limited");
    const answer = readAnswer(outcome.text);
    if (!answer.ok) return failed(answer.reason);
    candidates.push(...answer.candidates);
    summary = answer.summary;
  }
  return { ok: true, summary, candidates, redacted };
}

const reasonOf = (outcome: Extract<ModelOutcome, { status: "error" }>): string =>
  outcome.reason === "http" && outcome.httpStatus !== undefined ? `http_${outcome.httpStatus}` : outcome.reason;
