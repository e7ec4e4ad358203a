/** Observations of a type; here `type` is never a kind (M35). */
import { SearchAnswer } from "@/lib/contract/search";
import { SearchParams, TextBlocks } from "@/lib/contract/search-params";
import { methods, route } from "@/lib/http/route";
import { answerSearch } from "@/lib/http/search";
import { requireFilter } from "@/lib/search/params";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: route({ query: SearchParams, output: SearchAnswer.or(TextBlocks) }, (asked) => {
    const { type, obs_type, ...query } = asked.query;
    const named = requireFilter([type, obs_type], "type", "/api/search/by-type?type=bugfix");
    return answerSearch({ ...asked, query }, { type: "observations", obs_type: named });
  }),
});
