/** `GET /api/search` (M30). */
import { SearchAnswer, SearchQuery } from "@/lib/contract/search";
import { dataHeaders } from "@/lib/http/respond";
import { methods, route } from "@/lib/http/route";
import { search } from "@/lib/search/service";
import { textAnswer } from "@/lib/search/text-answer";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: route({ query: SearchQuery, output: SearchAnswer }, async ({ app, query, requestId }) => {
    const answer = await search(app, query);
    if (query.format !== "text") return answer;
    const headers = { ...dataHeaders(requestId), "content-type": "text/plain; charset=utf-8" };
    return new Response(textAnswer(answer, query.query ?? query.q), { headers });
  }),
});
