/** Reads what a model answered about a turn, or says what is wrong with it, in words that the model can act on. Pure. */
import { z } from "zod";
import { jsonReadings } from "../../text/json-answer";
import { isRecord } from "../../text/json-value";
import { ReadAnswer } from "./schema";

/** `problems`: sentences about form alone; they never quote the answer. */
export type Reading = { ok: true; answer: ReadAnswer } | { ok: false; problems: string[] };

/** Named to the model at most; one wrong habit shows in every item. */
const MAX_PROBLEMS = 8;

/** The first reading that fits; else what is wrong with the last one. */
export function readTurnAnswer(text: string): Reading {
  let problems = ["The answer is not one JSON object."];
  for (const value of jsonReadings(text)) {
    if (!isRecord(value)) continue;
    const read = ReadAnswer.safeParse(value);
    if (read.success) return { ok: true, answer: read.data };
    problems = problemsOf(read.error);
  }
  return { ok: false, problems };
}

const problemsOf = (error: z.ZodError): string[] =>
  error.issues
    .slice(0, MAX_PROBLEMS)
    .map(({ path, message }) => `${z.core.toDotPath(path) || "the object"}: ${message}`);
