import { Memory, MemoryChange, MemoryParams, MemoryPatch } from "@/lib/contract/memory";
import { actorOf } from "@/lib/http/request-actor";
import { methods, route } from "@/lib/http/route";
import { requireMemory } from "@/lib/memories/query";
import { softDeleteMemory, updateMemory } from "@/lib/memories/service";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: route({ reach: "memory", params: MemoryParams, output: Memory }, ({ app, params }) =>
    requireMemory(app, params.id),
  ),
  PATCH: route(
    { reach: "memory", params: MemoryParams, body: MemoryPatch, output: MemoryChange },
    ({ app, params, body, request }) => updateMemory(app, params.id, body, actorOf(request)),
  ),
  DELETE: route({ reach: "memory", params: MemoryParams, output: MemoryChange }, ({ app, params, request }) =>
    softDeleteMemory(app, params.id, actorOf(request)),
  ),
});
