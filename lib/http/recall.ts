/** The answer of `/api/context/recall`, which codewatch-memory's own mode hands on (C47): plain text by default, the injection as JSON when asked. */
import type { App } from "../context";
import type { Injection } from "../contract/inject";
import type { RecallQuery } from "../contract/recall";
import { briefingFor, recallForPrompt } from "../recall/service";
import { blockText } from "./inject";

export async function answerRecall(app: App, query: RecallQuery, requestId: string): Promise<Injection | Response> {
  const { project, cwd, branch, host, session, preview } = query;
  const request = { project, cwd, branch, host, session, preview, maxChars: query.max_chars };
  const injection =
    query.event === "SessionStart"
      ? briefingFor(app, request)
      : await recallForPrompt(app, { ...request, prompt: query.prompt, wrapper: "codewatch-memory" });
  return query.format === "json" ? injection : blockText(injection, injection.text, requestId);
}
