import { MemoryBulk, MemoryBulkPreview, MemoryBulkResult } from "@/lib/contract/memory-bulk";
import { actorOf } from "@/lib/http/request-actor";
import { methods, route } from "@/lib/http/route";
import { bulkMemories } from "@/lib/memories/bulk";
import { previewBulk } from "@/lib/memories/bulk-preview";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: route(
    { reach: "all", body: MemoryBulk, output: MemoryBulkResult.or(MemoryBulkPreview) },
    ({ app, body, request }) => (body.dry_run === true ? previewBulk : bulkMemories)(app, body, actorOf(request)),
  ),
});
