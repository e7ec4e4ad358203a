/** The answer of `GET /api/context/inject`: plain text by default, the injection as JSON when asked (M39). */
import type { App } from "../context";
import type { Injection, InjectQuery } from "../contract/inject";
import { colorize } from "../inject/colors";
import { buildInjection } from "../inject/service";
import { dataHeaders } from "./respond";

export function answerInjection(app: App, query: InjectQuery, requestId: string): Injection | Response {
  const injection = buildInjection(app, {
    project: query.project ?? query.projects,
    cwd: query.cwd,
    branch: query.branch,
    event: "SessionStart",
    host: query.host,
    session: query.session,
    maxChars: query.max_chars,
    preview: query.preview,
  });
  if (query.format === "json") return injection;
  return blockText(injection, query.colors === true ? colorize(injection.text) : injection.text, requestId);
}

/** A block as plain text, as a hook prints it. */
export const blockText = ({ id }: Pick<Injection, "id">, text: string, requestId: string): Response =>
  new Response(text, {
    headers: {
      ...dataHeaders(requestId),
      "content-type": "text/plain; charset=utf-8",
      "x-injection-id": String(id),
    },
  });
