/** Answers of the addresses of search: JSON, or with `format=text` text blocks (M30, M32–M36). */
import type { App } from "../context";
import { SEARCH_TYPES, type SearchAnswer } from "../contract/search";
import type { SearchParams, TextBlocks } from "../contract/search-params";
import { stillTrue, type TakenBack, takenBackIn } from "../inject/taken-back";
import { localProjectIdsOf } from "../projects/service";
import { QUERY_WAITS } from "../search/meaning";
import { type Preset, readSearchParams } from "../search/params";
import { search } from "../search/service";
import { textBlocks } from "../search/text-answer";
import { actorOf } from "./request-actor";
import { dataHeaders } from "./respond";

interface Asked {
  app: App;
  query: SearchParams;
  request: Request;
  requestId: string;
}

/**
 * `format=text` answers `{content: [{type: "text", text}]}`, as claude-mem's MCP clients hand it on, or plain text to who accepts
 * `text/plain` by name. `preset` is what the address stands for.
 */
export async function answerSearch(
  { app, query: params, request, requestId }: Asked,
  preset: Preset = {},
): Promise<SearchAnswer | TextBlocks | Response> {
  const query = readSearchParams(params, preset);
  // A person looks at all accounts, what calls for an agent at its own.
  const isPerson = actorOf(request).kind === "person";
  const within = isPerson ? undefined : { projectIds: localProjectIdsOf(app, query.project) };
  const answer = await search(app, query, QUERY_WAITS, within);
  if (query.format !== "text") return answer;
  // Text is what an agent reads; rows are what was stored.
  const told = within === undefined ? answer : withoutTakenBack(answer, takenBackIn(app, within.projectIds));
  const blocks = textBlocks(told, query.query ?? query.q);
  if (!wantsPlainText(request)) return { content: blocks.map((text) => ({ type: "text", text })) };
  const headers = { ...dataHeaders(requestId), "content-type": "text/plain; charset=utf-8" };
  return new Response(`${blocks.join("\n\n")}\n`, { headers });
}

const wantsPlainText = (request: Request): boolean => {
  const accepted = (request.headers.get("accept") ?? "").toLowerCase();
  return accepted.includes("text/plain") && !accepted.includes("application/json");
};

function withoutTakenBack(answer: SearchAnswer, taken: TakenBack): SearchAnswer {
  const evidence = SEARCH_TYPES.filter((type) => type !== "memories");
  const told = evidence.map((type) => [type, answer[type].flatMap((hit) => stillTrue(hit, taken) ?? [])] as const);
  return { ...answer, ...Object.fromEntries(told) };
}
