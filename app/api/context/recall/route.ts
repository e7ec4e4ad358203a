/** C41–C49: what a prompt brings back as text, or with `format=json` the stored injection and its trace. */
import { RecallInput, RecallQuery } from "@/lib/contract/recall";
import { answerRecall } from "@/lib/http/recall";
import { methods, route } from "@/lib/http/route";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: route({ query: RecallQuery }, ({ app, query, requestId }) => answerRecall(app, query, requestId)),
  POST: route({ body: RecallInput }, ({ app, body, requestId }) => answerRecall(app, body, requestId)),
});
