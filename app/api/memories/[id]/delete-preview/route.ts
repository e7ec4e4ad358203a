import { MemoryParams } from "@/lib/contract/memory";
import { DeletePreview } from "@/lib/contract/memory-page";
import { methods, route } from "@/lib/http/route";
import { previewHardDelete } from "@/lib/operations/hard-delete";

/** What deleting it for good would take out of the store; changes nothing. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: route({ reach: "memory", params: MemoryParams, output: DeletePreview }, ({ app, params }) =>
    previewHardDelete(app, "memories", params.id),
  ),
});
