import { MemoryBulk, MemoryBulkResult } from "@/lib/contract/memory";
import { actorOf } from "@/lib/http/request-actor";
import { methods, route } from "@/lib/http/route";
import { bulkMemories } from "@/lib/memories/bulk";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: route({ body: MemoryBulk, output: MemoryBulkResult }, ({ app, body, request }) =>
    bulkMemories(app, body, actorOf(request)),
  ),
});
