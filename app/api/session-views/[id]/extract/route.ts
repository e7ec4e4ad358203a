import { SessionViewParams, TurnsQueued, TurnsToRead } from "@/lib/contract/session-view";
import { readTurnsAgain } from "@/lib/extract/again";
import { actorOf } from "@/lib/http/request-actor";
import { methods, route } from "@/lib/http/route";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: route(
    { reach: "session", params: SessionViewParams, body: TurnsToRead, output: TurnsQueued, status: 202 },
    ({ app, params, body, request }) => readTurnsAgain(app, params.id, body, actorOf(request)),
  ),
});
