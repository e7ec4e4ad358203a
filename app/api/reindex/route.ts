import { RebuildState } from "@/lib/contract/checks";
import { Reindexing, ReindexQuery } from "@/lib/contract/system";
import { methods, route } from "@/lib/http/route";
import { orderRebuild, readRebuild } from "@/lib/search/rebuild";

/** Orders the word index, the vector index or both to be made anew from SQLite; GET tells how far that is. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: route({ output: RebuildState }, ({ app }) => readRebuild(app)),
  POST: route({ query: ReindexQuery, output: Reindexing, status: 202 }, ({ app, query }) => orderRebuild(app, query)),
});
