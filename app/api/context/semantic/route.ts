/** What bears on a prompt: a block and how many rows it holds (M40). */
import { SemanticContext, SemanticInput } from "@/lib/contract/recall";
import { methods, route } from "@/lib/http/route";
import { semanticContext } from "@/lib/recall/semantic";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: route({ body: SemanticInput, output: SemanticContext }, ({ app, body }) => semanticContext(app, body)),
});
