import { SessionView, SessionViewParams, SessionViewQuery } from "@/lib/contract/session-view";
import { methods, route } from "@/lib/http/route";
import { viewSession } from "@/lib/sessions/service";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: route(
    { reach: "session", params: SessionViewParams, query: SessionViewQuery, output: SessionView },
    ({ app, params, query }) => viewSession(app, params.id, query),
  ),
});
