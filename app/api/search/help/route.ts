/** What may be asked of search, timeline and context, for programs (M36). */
import { SearchHelp } from "@/lib/contract/search-params";
import { readVersion } from "@/lib/health/service";
import { methods, route } from "@/lib/http/route";
import { searchHelp } from "@/lib/http/search-help";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: route({ output: SearchHelp }, ({ app, request }) =>
    searchHelp(readVersion(app).version, new URL(request.url).origin),
  ),
});
