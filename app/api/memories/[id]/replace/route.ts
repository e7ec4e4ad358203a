import { MemoryChange, MemoryParams } from "@/lib/contract/memory";
import { MemoryReplacement } from "@/lib/contract/memory-page";
import { actorOf } from "@/lib/http/request-actor";
import { methods, route } from "@/lib/http/route";
import { replaceMemory } from "@/lib/memories/replace";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: route(
    { reach: "memory", params: MemoryParams, body: MemoryReplacement, output: MemoryChange },
    ({ app, params, body, request }) => replaceMemory(app, params.id, body.by, actorOf(request)),
  ),
});
