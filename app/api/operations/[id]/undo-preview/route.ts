import { OperationParams, UndoPreview } from "@/lib/contract/operations";
import { actorOf } from "@/lib/http/request-actor";
import { methods, route } from "@/lib/http/route";
import { previewUndo } from "@/lib/operations/undo-preview";

/** What undoing would change, or what is in the way of it; changes nothing. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: route({ reach: "operation", params: OperationParams, output: UndoPreview }, ({ app, params, request }) =>
    previewUndo(app, params.id, actorOf(request)),
  ),
});
