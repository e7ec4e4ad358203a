import { MemoryBulkDelete, MemoryBulkDeletePreview, MemoryBulkDeleteResult } from "@/lib/contract/memory-bulk";
import { actorOf } from "@/lib/http/request-actor";
import { methods, route } from "@/lib/http/route";
import { deleteForGood, previewDelete } from "@/lib/memories/bulk-delete";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: route(
    { reach: "all", body: MemoryBulkDelete, output: MemoryBulkDeleteResult.or(MemoryBulkDeletePreview) },
    ({ app, body, request }) =>
      body.dry_run === true ? previewDelete(app, body) : deleteForGood(app, body, actorOf(request)),
  ),
});
