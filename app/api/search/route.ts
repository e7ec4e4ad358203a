/** `GET /api/search` (M30). */
import { SearchAnswer } from "@/lib/contract/search";
import { SearchParams, TextBlocks } from "@/lib/contract/search-params";
import { methods, route } from "@/lib/http/route";
import { answerSearch } from "@/lib/http/search";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: route({ query: SearchParams, output: SearchAnswer.or(TextBlocks) }, (asked) => answerSearch(asked)),
});
