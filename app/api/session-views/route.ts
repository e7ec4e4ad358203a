import { SessionListQuery, SessionPage } from "@/lib/contract/session-view";
import { methods, route } from "@/lib/http/route";
import { pageOfSessions } from "@/lib/sessions/service";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: route({ reach: "all", query: SessionListQuery, output: SessionPage }, ({ app, query }) =>
    pageOfSessions(app, query),
  ),
});
