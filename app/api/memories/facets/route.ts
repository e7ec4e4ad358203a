import { MemoryFacets, MemoryListRequest } from "@/lib/contract/memory-list";
import { methods, route } from "@/lib/http/route";
import { listMemoryFacets } from "@/lib/memories/facets";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: route({ reach: "all", query: MemoryListRequest, output: MemoryFacets }, ({ app, query }) =>
    listMemoryFacets(app, query),
  ),
});
