import { InitPost, InitReply } from "@/lib/contract/worker-capture";
import { CAPTURE_MAX_BYTES } from "@/lib/http/body";
import { actorOf } from "@/lib/http/request-actor";
import { methods, route } from "@/lib/http/route";
import { initSession } from "@/lib/worker/capture";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: route({ body: InitPost, output: InitReply, maxBytes: CAPTURE_MAX_BYTES }, ({ app, body, request }) =>
    initSession(app, body, actorOf(request)),
  ),
});
