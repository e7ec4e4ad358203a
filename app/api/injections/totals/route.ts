import { InjectionFilter, InjectionTotals } from "@/lib/contract/inject";
import { methods, route } from "@/lib/http/route";
import { injectionTotals } from "@/lib/inject/totals";

/** Sums over the blocks that a filter leaves. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: route({ query: InjectionFilter, output: InjectionTotals }, ({ app, query }) => injectionTotals(app, query)),
});
