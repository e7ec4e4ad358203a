import { EmptyPost, CompleteReply, SessionDbParams } from "@/lib/contract/worker-capture";
import { CAPTURE_MAX_BYTES } from "@/lib/http/body";
import { actorOf } from "@/lib/http/request-actor";
import { methods, route } from "@/lib/http/route";
import { completeKnownSession } from "@/lib/worker/capture";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: route(
    { reach: "session", params: SessionDbParams, body: EmptyPost, output: CompleteReply, maxBytes: CAPTURE_MAX_BYTES },
    ({ app, params, request }) => completeKnownSession(app, params.id, actorOf(request)),
  ),
});
