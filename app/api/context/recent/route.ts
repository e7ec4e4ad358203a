/** The newest summaries of a project and the observations of their sessions (M37). */
import { RecentContext, RecentQuery } from "@/lib/contract/timeline";
import { methods, route } from "@/lib/http/route";
import { recentContext } from "@/lib/worker/recent";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: route({ query: RecentQuery, output: RecentContext }, ({ app, query }) => recentContext(app, query)),
});
