/** Observations and summaries that touched a file (M35). */
import { SearchAnswer } from "@/lib/contract/search";
import { SearchParams, TextBlocks } from "@/lib/contract/search-params";
import { methods, route } from "@/lib/http/route";
import { answerSearch } from "@/lib/http/search";
import { requireFilter } from "@/lib/search/params";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: route({ query: SearchParams, output: SearchAnswer.or(TextBlocks) }, (asked) => {
    const { filePath, files } = asked.query;
    const named = requireFilter([filePath, files], "filePath", "/api/search/by-file?filePath=src/cart.ts");
    return answerSearch(asked, { files: named });
  }),
});
