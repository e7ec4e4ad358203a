import { MemoryParams } from "@/lib/contract/memory";
import { MemoryNeighbours, MemoryNeighboursQuery } from "@/lib/contract/memory-page";
import { actorOf } from "@/lib/http/request-actor";
import { methods, route } from "@/lib/http/route";
import { memoryNeighbours } from "@/lib/memories/near";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: route(
    { reach: "memory", params: MemoryParams, query: MemoryNeighboursQuery, output: MemoryNeighbours },
    ({ app, params, query, request }) => memoryNeighbours(app, params.id, query, actorOf(request).kind === "person"),
  ),
});
