import { MemoryParams } from "@/lib/contract/memory";
import { MemoryNeighbours, MemoryNeighboursQuery } from "@/lib/contract/memory-page";
import { methods, route } from "@/lib/http/route";
import { memoryNeighbours } from "@/lib/memories/near";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: route(
    { params: MemoryParams, query: MemoryNeighboursQuery, output: MemoryNeighbours },
    ({ app, params, query }) => memoryNeighbours(app, params.id, query),
  ),
});
