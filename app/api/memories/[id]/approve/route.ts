import { MemoryChange, MemoryParams } from "@/lib/contract/memory";
import { MemoryApproval } from "@/lib/contract/review";
import { actorOf } from "@/lib/http/request-actor";
import { methods, route } from "@/lib/http/route";
import { approveMemory } from "@/lib/review/resolve";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: route(
    { reach: "memory", params: MemoryParams, body: MemoryApproval, output: MemoryChange },
    ({ app, params, body, request }) => approveMemory(app, params.id, body, actorOf(request)),
  ),
});
