import { MemoryInjectionListQuery, MemoryInjectionPage } from "@/lib/contract/inject";
import { MemoryParams } from "@/lib/contract/memory";
import { methods, route } from "@/lib/http/route";
import { listMemoryInjections } from "@/lib/inject/stored";

/** The blocks that held a memory, and whether their sessions used it. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: route(
    { reach: "memory", params: MemoryParams, query: MemoryInjectionListQuery, output: MemoryInjectionPage },
    ({ app, params, query }) => listMemoryInjections(app, params.id, query),
  ),
});
