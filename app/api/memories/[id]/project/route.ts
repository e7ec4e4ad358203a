import { MemoryChange, MemoryParams } from "@/lib/contract/memory";
import { MemoryPlacement } from "@/lib/contract/memory-page";
import { actorOf } from "@/lib/http/request-actor";
import { methods, route } from "@/lib/http/route";
import { placeMemory } from "@/lib/memories/place";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: route(
    { reach: "memory", params: MemoryParams, body: MemoryPlacement, output: MemoryChange },
    ({ app, params, body, request }) => placeMemory(app, params.id, body, actorOf(request)),
  ),
});
