import { createToken, listTokens } from "@/lib/accounts/service";
import { NewToken, TokenList, TokenMade } from "@/lib/contract/accounts";
import { actorOf } from "@/lib/http/request-actor";
import { methods, route } from "@/lib/http/route";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: route({ reach: "all", output: TokenList }, ({ app }) => listTokens(app)),
  POST: route({ reach: "all", body: NewToken, output: TokenMade, status: 201 }, ({ app, body, request }) =>
    createToken(app, body, actorOf(request)),
  ),
});
