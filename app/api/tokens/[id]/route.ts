import { revokeToken } from "@/lib/accounts/service";
import { Token, TokenParams } from "@/lib/contract/accounts";
import { actorOf } from "@/lib/http/request-actor";
import { methods, route } from "@/lib/http/route";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  DELETE: route({ params: TokenParams, output: Token }, ({ app, params, request }) =>
    revokeToken(app, params.id, actorOf(request)),
  ),
});
