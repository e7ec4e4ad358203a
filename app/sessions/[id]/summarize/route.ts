import { SessionSummarizePost, QueueReply, SessionDbParams } from "@/lib/contract/worker-capture";
import { CAPTURE_MAX_BYTES } from "@/lib/http/body";
import { actorOf } from "@/lib/http/request-actor";
import { methods, route } from "@/lib/http/route";
import { postSessionSummary } from "@/lib/worker/capture";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: route(
    {
      reach: "session",
      params: SessionDbParams,
      body: SessionSummarizePost,
      output: QueueReply,
      maxBytes: CAPTURE_MAX_BYTES,
    },
    ({ app, params, body, request }) => postSessionSummary(app, params.id, body, actorOf(request)),
  ),
});
