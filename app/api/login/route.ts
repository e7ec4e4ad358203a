import { LoginLink, LoginQuery } from "@/lib/contract/login";
import { openLogin, takeLogin } from "@/lib/http/login";
import { methods, route } from "@/lib/http/route";

/** Where the server asks for a token: POST (with it) makes a one-time link, GET takes it and sets the browser's cookie. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: route({ query: LoginQuery }, ({ app, query }) => takeLogin(app, query.code)),
  // A HEAD must not use the code up.
  HEAD: route({}, () => new Response(null, { status: 204 })),
  POST: route({ output: LoginLink }, ({ app, request }) => openLogin(app, request)),
});
