import { PromptRowList, RowListQuery } from "@/lib/contract/worker-lists";
import { methods, route } from "@/lib/http/route";
import { listPromptRows } from "@/lib/worker/lists";

/** M18. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: route({ query: RowListQuery, output: PromptRowList }, ({ app, query }) => listPromptRows(app, query)),
});
