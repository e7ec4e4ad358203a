import { Reindexing } from "@/lib/contract/system";
import { methods, route } from "@/lib/http/route";
import { orderRebuild } from "@/lib/search/rebuild";

/** POST: makes the word index and the vector index anew from SQLite, in the background. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: route({ output: Reindexing, status: 202 }, ({ app }) => orderRebuild(app)),
});
