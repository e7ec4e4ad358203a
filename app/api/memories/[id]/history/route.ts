import { Memory, MemoryParams } from "@/lib/contract/memory";
import { methods, route } from "@/lib/http/route";
import { memoryHistory } from "@/lib/memories/query";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: route({ params: MemoryParams, output: Memory.array() }, ({ app, params }) => memoryHistory(app, params.id)),
});
