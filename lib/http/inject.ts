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
  const text = query.colors === true ? colorize(injection.text) : injection.text;
  return new Response(text, {
    headers: {
      ...dataHeaders(requestId),
      "content-type": "text/plain; charset=utf-8",
      "x-injection-id": String(injection.id),
    },
  });
}
