import { MemoryFacets, MemoryListRequest } from "@/lib/contract/memory";
import { methods, route } from "@/lib/http/route";
import { memoryFacets } from "@/lib/memories/query";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: route({ query: MemoryListRequest, output: MemoryFacets }, ({ app, query }) => memoryFacets(app, query)),
});
