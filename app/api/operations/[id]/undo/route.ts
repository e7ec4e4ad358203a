import { OperationParams, UndoResult } from "@/lib/contract/operations";
import { actorOf } from "@/lib/http/request-actor";
import { methods, route } from "@/lib/http/route";
import { undoOperation } from "@/lib/operations/undo";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: route({ reach: "operation", params: OperationParams, output: UndoResult }, ({ app, params, request }) =>
    undoOperation(app, params.id, actorOf(request)),
  ),
});
