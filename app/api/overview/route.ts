import { Overview, OverviewQuery } from "@/lib/contract/overview";
import { methods, route } from "@/lib/http/route";
import { readOverview } from "@/lib/overview/service";

/** The numbers of the console's first page, for scripts. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: route({ reach: "all", query: OverviewQuery, output: Overview }, ({ app, query }) => readOverview(app, query)),
});
