/** SQL of the calls table: a row is there before its request goes out, so that nothing leaves unlisted. */
import { eq } from "drizzle-orm";
import type { Tx } from "../context";
import { llmCalls } from "../db/schema/llm";
import { IN_FLIGHT } from "./query";

export interface NewCall {
  purpose: string;
  provider: string;
  model: string;
  requestChars: number;
  /** What is reserved: the most that the call is expected to cost. */
  inputTokens: number;
  outputTokens: number;
  costMicros: number | null;
  redactions: number;
  /** Tool uses in it, and what one request for each would have taken. */
  items: number;
  unbatchedTokens: number;
  projectId: number;
}

/** The call as it goes out. */
export const insertCall = (tx: Tx, now: number, call: NewCall): number =>
  tx
    .insert(llmCalls)
    .values({ ...call, status: "error", error: IN_FLIGHT, responseChars: 0, durationMs: 0, createdAt: now })
    .returning({ id: llmCalls.id })
    .get().id;

export interface CallResult {
  status: "ok" | "error";
  error: string | null;
  responseChars: number;
  inputTokens: number;
  outputTokens: number;
  costMicros: number | null;
  durationMs: number;
}

/** What it came to takes the place of what was reserved. */
export function finishCall(tx: Tx, id: number, result: CallResult): void {
  tx.update(llmCalls).set(result).where(eq(llmCalls.id, id)).run();
}
