import { TimelineDensity, TimelineDensityQuery } from "@/lib/contract/timeline-entries";
import { methods, route } from "@/lib/http/route";
import { timelineDensity } from "@/lib/timeline/density";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: route({ reach: "all", query: TimelineDensityQuery, output: TimelineDensity }, ({ app, query }) =>
    timelineDensity(app, query),
  ),
});
