import { takeHook } from "@/lib/capture/hook-service";
import { HookBody, HookParams } from "@/lib/contract/capture";
import { CAPTURE_MAX_BYTES } from "@/lib/http/body";
import { methods, route } from "@/lib/http/route";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: route({ params: HookParams, body: HookBody, maxBytes: CAPTURE_MAX_BYTES }, ({ app, params, body }) =>
    takeHook(app, params.host, body),
  ),
});
