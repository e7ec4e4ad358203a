import { HardDeleteResult } from "@/lib/contract/operations";
import { StoreWipe, WipePreview } from "@/lib/contract/wipe";
import { actorOf } from "@/lib/http/request-actor";
import { methods, route } from "@/lib/http/route";
import { previewWipe, wipeStore } from "@/lib/operations/wipe";

/** All that is stored for good: GET tells what would go, POST does it once the number of memories is right. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: route({ output: WipePreview }, ({ app }) => previewWipe(app, null)),
  POST: route({ body: StoreWipe, output: HardDeleteResult }, ({ app, body, request }) =>
    wipeStore(app, body.memories, actorOf(request)),
  ),
});
