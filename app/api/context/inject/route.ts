import { InjectQuery } from "@/lib/contract/inject";
import { answerInjection } from "@/lib/http/inject";
import { methods, route } from "@/lib/http/route";

/** M39: the session-start block as text, or with `format=json` the stored injection and its trace. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: route({ query: InjectQuery }, ({ app, query, requestId }) => answerInjection(app, query, requestId)),
});
