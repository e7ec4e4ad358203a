/** `memory_search` for agents (E22–E24, E55): by address or by body. */
import { MemorySearchAnswer, MemorySearchInput, MemorySearchQuery } from "@/lib/contract/search";
import { methods, route } from "@/lib/http/route";
import { memorySearch } from "@/lib/search/memory-search";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: route({ query: MemorySearchQuery, output: MemorySearchAnswer }, ({ app, query }) => memorySearch(app, query)),
  POST: route({ body: MemorySearchInput, output: MemorySearchAnswer }, ({ app, body }) => memorySearch(app, body)),
});
