import { SessionInitPost, SessionInitReply, SessionDbParams } from "@/lib/contract/worker-capture";
import { CAPTURE_MAX_BYTES } from "@/lib/http/body";
import { actorOf } from "@/lib/http/request-actor";
import { methods, route } from "@/lib/http/route";
import { initKnownSession } from "@/lib/worker/capture";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: route(
    {
      reach: "session",
      params: SessionDbParams,
      body: SessionInitPost,
      output: SessionInitReply,
      maxBytes: CAPTURE_MAX_BYTES,
    },
    ({ app, params, body, request }) => initKnownSession(app, params.id, body, actorOf(request)),
  ),
});
