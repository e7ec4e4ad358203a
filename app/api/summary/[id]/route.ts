import { DeletedRowParams, RowDeleted, RowParams } from "@/lib/contract/worker-lists";
import { SummaryRow } from "@/lib/contract/worker-rows";
import { actorOf } from "@/lib/http/request-actor";
import { methods, route } from "@/lib/http/route";
import { deleteRow } from "@/lib/worker/bin";
import { requireSummaryRow } from "@/lib/worker/single";

/** M29; reading is ours: `/api/session/:id` without the session. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: route({ params: RowParams, output: SummaryRow }, ({ app, params }) => requireSummaryRow(app, params.id)),
  DELETE: route({ params: DeletedRowParams, output: RowDeleted }, ({ app, params, request }) =>
    deleteRow(app, "summaries", params.id, actorOf(request)),
  ),
});
