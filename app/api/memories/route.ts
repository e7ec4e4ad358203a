import { Memory, MemoryListRequest, MemoryPage, MemoryWriteResult, NewMemory } from "@/lib/contract/memory";
import { actorOf } from "@/lib/http/request-actor";
import { dataHeaders } from "@/lib/http/respond";
import { methods, route } from "@/lib/http/route";
import { listMemories, listMemoryArray } from "@/lib/memories/query";
import { createMemory } from "@/lib/memories/service";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: route({ query: MemoryListRequest, output: MemoryPage.or(Memory.array()) }, ({ app, query }) =>
    query.limit === undefined && query.cursor === undefined ? listMemoryArray(app, query) : listMemories(app, query),
  ),
  POST: route({ body: NewMemory, output: MemoryWriteResult, status: 201 }, ({ app, body, request, requestId }) => {
    const result = createMemory(app, body, { actor: actorOf(request) });
    const isWritten = result.status === "added" || result.status === "replaced";
    return Response.json(result, { status: isWritten ? 201 : 200, headers: dataHeaders(requestId) });
  }),
});
