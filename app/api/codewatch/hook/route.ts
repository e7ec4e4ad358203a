import { codewatchHook } from "@/lib/codewatch/hook";
import { CodewatchHook, CodewatchHooked } from "@/lib/contract/codewatch-hook";
import { actorOf } from "@/lib/http/request-actor";
import { methods, route } from "@/lib/http/route";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: route({ body: CodewatchHook, output: CodewatchHooked }, ({ app, request, body }) =>
    codewatchHook(app, body, actorOf(request)),
  ),
});
