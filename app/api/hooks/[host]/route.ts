import { takeHook } from "@/lib/capture/hook-service";
import { HookBody, HookParams, HookQuery } from "@/lib/contract/capture";
import { CAPTURE_MAX_BYTES } from "@/lib/http/body";
import { deliveryOf, hookResponse } from "@/lib/http/hook";
import { methods, route } from "@/lib/http/route";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: route(
    { params: HookParams, query: HookQuery, body: HookBody, maxBytes: CAPTURE_MAX_BYTES },
    async ({ app, request, requestId, params, query, body }) =>
      hookResponse(request, requestId, await takeHook(app, params.host, body, deliveryOf(request, query))),
  ),
});
