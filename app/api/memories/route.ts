import { MemoryArrayRow, MemoryWriteResult, NewMemory } from "@/lib/contract/memory";
import { isRanked, MemoryListRequest, MemoryPage } from "@/lib/contract/memory-list";
import { actorOf } from "@/lib/http/request-actor";
import { toJsonResponse } from "@/lib/http/respond";
import { methods, route } from "@/lib/http/route";
import { addMemory } from "@/lib/memories/add";
import { listMemoryArray, listMemoryPage } from "@/lib/memories/list";
import { localProjectIds } from "@/lib/projects/local-query";

const WRITTEN = new Set<MemoryWriteResult["status"]>(["added", "replaced", "merged"]);

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: route({ query: MemoryListRequest, output: MemoryPage.or(MemoryArrayRow.array()) }, ({ app, query, request }) => {
    // A person looks at all accounts, an agent at its own.
    const asked = actorOf(request).kind === "person" ? query : { ...query, within: localProjectIds(app.db) };
    return query.limit === undefined && query.cursor === undefined && !isRanked(query)
      ? listMemoryArray(app, asked)
      : listMemoryPage(app, asked);
  }),
  POST: route(
    { body: NewMemory, output: MemoryWriteResult, status: 201 },
    async ({ app, body, request, requestId }) => {
      const result = await addMemory(app, body, { actor: actorOf(request) });
      return toJsonResponse(result, WRITTEN.has(result.status) ? 201 : 200, requestId);
    },
  ),
});
