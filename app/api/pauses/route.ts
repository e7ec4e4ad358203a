import { PauseAnswer, PauseInput } from "@/lib/contract/codewatch";
import { actorOf } from "@/lib/http/request-actor";
import { methods, route } from "@/lib/http/route";
import { pauseBy } from "@/lib/pauses/service";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: route({ body: PauseInput, output: PauseAnswer }, ({ app, request, body }) =>
    pauseBy(app, body, actorOf(request)),
  ),
});
