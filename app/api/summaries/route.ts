import { RowListQuery, SummaryRowList } from "@/lib/contract/worker-lists";
import { methods, route } from "@/lib/http/route";
import { listSummaryRows } from "@/lib/worker/lists";

/** M17. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: route({ query: RowListQuery, output: SummaryRowList }, ({ app, query }) => listSummaryRows(app, query)),
});
