import { InjectionListQuery, InjectionPage } from "@/lib/contract/inject";
import { methods, route } from "@/lib/http/route";
import { listInjections } from "@/lib/inject/stored";

/** Blocks that were handed out, newest first. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: route({ query: InjectionListQuery, output: InjectionPage }, ({ app, query }) => listInjections(app, query)),
});
