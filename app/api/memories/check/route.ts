import { MemoryCheck, MemoryChecked } from "@/lib/contract/memory-page";
import { actorOf } from "@/lib/http/request-actor";
import { methods, route } from "@/lib/http/route";
import { checkMemory } from "@/lib/memories/check";

/** What the gate would say; nothing is written. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: route({ body: MemoryCheck, output: MemoryChecked }, ({ app, body, request }) =>
    checkMemory(app, body, actorOf(request)),
  ),
});
