import { SessionDbParams, SessionDeleteReply } from "@/lib/contract/worker-capture";
import { CAPTURE_MAX_BYTES } from "@/lib/http/body";
import { actorOf } from "@/lib/http/request-actor";
import { methods, route } from "@/lib/http/route";
import { endSession } from "@/lib/worker/capture";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  DELETE: route(
    { reach: "session", params: SessionDbParams, output: SessionDeleteReply, maxBytes: CAPTURE_MAX_BYTES },
    ({ app, params, request }) => endSession(app, params.id, actorOf(request)),
  ),
});
