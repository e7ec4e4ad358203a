import { MemoryChange, MemoryMerge } from "@/lib/contract/memory";
import { actorOf } from "@/lib/http/request-actor";
import { methods, route } from "@/lib/http/route";
import { mergeMemories } from "@/lib/memories/merge";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: route({ reach: "all", body: MemoryMerge, output: MemoryChange }, ({ app, body, request }) =>
    mergeMemories(app, body.ids, body.keep, actorOf(request)),
  ),
});
