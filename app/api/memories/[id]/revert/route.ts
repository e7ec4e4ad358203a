import { MemoryRevert } from "@/lib/contract/history";
import { MemoryChange, MemoryParams } from "@/lib/contract/memory";
import { actorOf } from "@/lib/http/request-actor";
import { methods, route } from "@/lib/http/route";
import { revertMemory } from "@/lib/memories/revert";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: route(
    { reach: "memory", params: MemoryParams, body: MemoryRevert, output: MemoryChange },
    ({ app, params, body, request }) => revertMemory(app, params.id, body, actorOf(request)),
  ),
});
