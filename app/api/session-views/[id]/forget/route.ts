import { ForgetResult, SessionViewParams } from "@/lib/contract/session-view";
import { actorOf } from "@/lib/http/request-actor";
import { methods, route } from "@/lib/http/route";
import { forgetSession } from "@/lib/sessions/forget";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: route({ reach: "session", params: SessionViewParams, output: ForgetResult }, ({ app, params, request }) =>
    forgetSession(app, params.id, actorOf(request)),
  ),
});
