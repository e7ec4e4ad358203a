import { rotateToken } from "@/lib/accounts/service";
import { TokenMade, TokenParams } from "@/lib/contract/accounts";
import { actorOf } from "@/lib/http/request-actor";
import { methods, route } from "@/lib/http/route";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: route({ params: TokenParams, output: TokenMade, status: 201 }, ({ app, params, request }) =>
    rotateToken(app, params.id, actorOf(request)),
  ),
});
