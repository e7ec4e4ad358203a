/** Observations of a concept, which may also be a type (M35). */
import { SearchAnswer } from "@/lib/contract/search";
import { SearchParams, TextBlocks } from "@/lib/contract/search-params";
import { methods, route } from "@/lib/http/route";
import { answerSearch } from "@/lib/http/search";
import { requireFilter } from "@/lib/search/params";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: route({ query: SearchParams, output: SearchAnswer.or(TextBlocks) }, (asked) => {
    const { concept, concepts } = asked.query;
    const named = requireFilter([concept, concepts], "concept", "/api/search/by-concept?concept=gotcha");
    return answerSearch(asked, { type: "observations", concepts: named });
  }),
});
