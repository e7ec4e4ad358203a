import { SessionDbParams, SessionStatusReply } from "@/lib/contract/worker-capture";
import { methods, route } from "@/lib/http/route";
import { sessionStatus } from "@/lib/worker/sessions";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: route({ reach: "session", params: SessionDbParams, output: SessionStatusReply }, ({ app, params }) =>
    sessionStatus(app, params.id),
  ),
});
