import { DeletedRowParams, RowDeleted, RowParams } from "@/lib/contract/worker-lists";
import { ObservationRow } from "@/lib/contract/worker-rows";
import { actorOf } from "@/lib/http/request-actor";
import { methods, route } from "@/lib/http/route";
import { deleteRow } from "@/lib/worker/bin";
import { requireObservationRow } from "@/lib/worker/single";

/** M19, M29. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: route({ params: RowParams, output: ObservationRow }, ({ app, params, request }) =>
    requireObservationRow(app, params.id, actorOf(request).kind === "person"),
  ),
  DELETE: route({ params: DeletedRowParams, output: RowDeleted }, ({ app, params, request }) =>
    deleteRow(app, "observations", params.id, actorOf(request)),
  ),
});
