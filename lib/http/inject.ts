/** The answers of `GET /api/context/inject` and `/preview`: plain text, or the injection as JSON when asked (M38, M39). */
import type { App } from "../context";
import type { Injection, InjectPreviewQuery, InjectQuery } from "../contract/inject";
import { colorize, faint } from "../inject/colors";
import { buildInjection } from "../inject/service";
import { startForPrompt } from "../recall/service";
import { oneLine } from "../text/fence";
import { dataHeaders } from "./respond";

type Asked = InjectPreviewQuery & Partial<InjectQuery>;

async function inject(app: App, query: Asked): Promise<Injection> {
  const request = {
    project: query.project ?? query.projects,
    cwd: query.cwd,
    branch: query.branch,
    event: "SessionStart",
    host: query.host,
    session: query.session,
    maxChars: query.max_chars,
    preview: query.preview,
  };
  return query.prompt === undefined
    ? buildInjection(app, request)
    : startForPrompt(app, { ...request, prompt: query.prompt });
}

export async function answerInjection(app: App, query: InjectQuery, requestId: string): Promise<Injection | Response> {
  const injection = await inject(app, query);
  if (query.format === "json") return injection;
  return blockText(injection, query.colors === true ? colorize(injection.text) : injection.text, requestId);
}

/** For a person: in colours unless told otherwise, and never without a word. */
export async function answerPreview(app: App, query: InjectPreviewQuery, requestId: string): Promise<Response> {
  const injection = await inject(app, { ...query, preview: true });
  const isPlain = query.colors === false;
  if (injection.text !== "")
    return blockText(injection, isPlain ? injection.text : colorize(injection.text), requestId);
  const name = oneLine(injection.project ?? query.project ?? query.projects ?? "").slice(0, 200);
  const nothing = `Nothing would be injected${name === "" ? "" : ` for ${name}`}.`;
  return blockText(injection, isPlain ? nothing : faint(nothing), requestId);
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
