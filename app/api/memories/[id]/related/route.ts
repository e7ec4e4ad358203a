import { MemoryParams } from "@/lib/contract/memory";
import { MemoryRelated } from "@/lib/contract/memory-page";
import { methods, route } from "@/lib/http/route";
import { memoryRelated } from "@/lib/memories/related";

/** Where it comes from, what else came from there, what took whose place. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: route({ reach: "memory", params: MemoryParams, output: MemoryRelated }, ({ app, params }) =>
    memoryRelated(app, params.id),
  ),
});
