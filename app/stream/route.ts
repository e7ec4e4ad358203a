import { StreamQuery } from "@/lib/contract/stream";
import { methods, route } from "@/lib/http/route";
import { activityStream, readLastEventId, streamHeaders } from "@/lib/http/sse";

/** M48: server-sent events under the names of `?names=`; `Last-Event-ID` or `?lastEventId=` resumes without a gap. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: route({ query: StreamQuery }, ({ app, query, request, requestId }) => {
    const lastEventId = readLastEventId(request.headers.get("last-event-id")) ?? query.lastEventId;
    return new Response(activityStream(app, { names: query.names, lastEventId, signal: request.signal }), {
      headers: streamHeaders(requestId),
    });
  }),
});
