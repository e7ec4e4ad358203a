import { MemoryBulkResult } from "@/lib/contract/memory-bulk";
import { MemoriesMove } from "@/lib/contract/project";
import { actorOf } from "@/lib/http/request-actor";
import { methods, route } from "@/lib/http/route";
import { bulkMemories } from "@/lib/memories/bulk";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: route({ reach: "all", body: MemoriesMove, output: MemoryBulkResult }, ({ app, body, request }) =>
    bulkMemories(app, { action: "move", ...body }, actorOf(request)),
  ),
});
