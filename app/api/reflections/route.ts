import { ReflectionListQuery, ReflectionPage } from "@/lib/contract/codewatch";
import { methods, route } from "@/lib/http/route";
import { pageOfReflections } from "@/lib/reflections/list";

/** What was compressed of each branch, newest first. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: route({ reach: "all", query: ReflectionListQuery, output: ReflectionPage }, ({ app, query }) =>
    pageOfReflections(app, query),
  ),
});
