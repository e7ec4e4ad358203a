import { ObservationRowList, RowListQuery } from "@/lib/contract/worker-lists";
import { methods, route } from "@/lib/http/route";
import { listObservationRows } from "@/lib/worker/lists";

/** M16. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: route({ query: RowListQuery, output: ObservationRowList }, ({ app, query }) => listObservationRows(app, query)),
});
