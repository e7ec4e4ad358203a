import { TagQuery, TagSuggestions } from "@/lib/contract/memory-page";
import { methods, route } from "@/lib/http/route";
import { tagsInUse } from "@/lib/memories/tags-query";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: route({ reach: "all", query: TagQuery, output: TagSuggestions }, ({ app, query }) => ({
    tags: tagsInUse(app.db, query.prefix, query.limit),
  })),
});
