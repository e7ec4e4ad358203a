import { z } from "zod";
import { MemoryActionParams, MemoryActionResult } from "@/lib/contract/memory";
import { actorOf } from "@/lib/http/request-actor";
import { methods, route } from "@/lib/http/route";
import { runMemoryAction } from "@/lib/memories/actions";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: route(
    { reach: "memory", params: MemoryActionParams, body: z.unknown(), output: MemoryActionResult, maxBytes: 64 * 1024 },
    ({ app, params, body, request }) => runMemoryAction(app, params.id, params.action, body, actorOf(request)),
  ),
});
