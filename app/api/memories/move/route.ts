import { MemoryBulkResult } from "@/lib/contract/memory";
import { MemoriesMove } from "@/lib/contract/project";
import { actorOf } from "@/lib/http/request-actor";
import { methods, route } from "@/lib/http/route";
import { moveMemoriesTo } from "@/lib/projects/move-memories";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: route({ body: MemoriesMove, output: MemoryBulkResult }, ({ app, body, request }) =>
    moveMemoriesTo(app, body, actorOf(request)),
  ),
});
