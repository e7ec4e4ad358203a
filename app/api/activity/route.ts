import { ActivityListQuery, ActivityPage } from "@/lib/contract/operations";
import { listActivity } from "@/lib/activity/service";
import { methods, route } from "@/lib/http/route";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: route({ reach: "all", query: ActivityListQuery, output: ActivityPage }, ({ app, query }) =>
    listActivity(app, query),
  ),
});
