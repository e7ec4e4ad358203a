import { MemoryVersion } from "@/lib/contract/history";
import { MemoryParams } from "@/lib/contract/memory";
import { methods, route } from "@/lib/http/route";
import { memoryVersions } from "@/lib/memories/history";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: route({ reach: "memory", params: MemoryParams, output: MemoryVersion.array() }, ({ app, params }) =>
    memoryVersions(app, params.id),
  ),
});
