import { SummarizePost, QueueReply } from "@/lib/contract/worker-capture";
import { CAPTURE_MAX_BYTES } from "@/lib/http/body";
import { actorOf } from "@/lib/http/request-actor";
import { methods, route } from "@/lib/http/route";
import { postSummary } from "@/lib/worker/capture";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: route({ body: SummarizePost, output: QueueReply, maxBytes: CAPTURE_MAX_BYTES }, ({ app, body, request }) =>
    postSummary(app, body, actorOf(request)),
  ),
});
