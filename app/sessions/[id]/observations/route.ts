import { SessionObservationPost, QueueReply, SessionDbParams } from "@/lib/contract/worker-capture";
import { CAPTURE_MAX_BYTES } from "@/lib/http/body";
import { actorOf } from "@/lib/http/request-actor";
import { methods, route } from "@/lib/http/route";
import { postSessionObservation } from "@/lib/worker/capture";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: route(
    {
      reach: "session",
      params: SessionDbParams,
      body: SessionObservationPost,
      output: QueueReply,
      maxBytes: CAPTURE_MAX_BYTES,
    },
    ({ app, params, body, request }) => postSessionObservation(app, params.id, body, actorOf(request)),
  ),
});
