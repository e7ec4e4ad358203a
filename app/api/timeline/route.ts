/** What happened around an observation, a summary, a prompt or a time (M31). */
import { Timeline, TimelineQuery } from "@/lib/contract/timeline";
import { methods, route } from "@/lib/http/route";
import { timeline } from "@/lib/worker/timeline";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: route({ query: TimelineQuery, output: Timeline }, ({ app, query }) => timeline(app, query)),
});
