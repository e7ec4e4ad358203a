import { DeletedRowParams, RowDeleted, RowParams } from "@/lib/contract/worker-lists";
import { PromptRow } from "@/lib/contract/worker-rows";
import { actorOf } from "@/lib/http/request-actor";
import { methods, route } from "@/lib/http/route";
import { deleteRow } from "@/lib/worker/bin";
import { requirePromptRow } from "@/lib/worker/single";

/** M21, M29. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: route({ params: RowParams, output: PromptRow }, ({ app, params }) => requirePromptRow(app, params.id)),
  DELETE: route({ params: DeletedRowParams, output: RowDeleted }, ({ app, params, request }) =>
    deleteRow(app, "prompts", params.id, actorOf(request)),
  ),
});
