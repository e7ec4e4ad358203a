/** The session-start block in colours, for a person to look at; nothing is stored and nothing counts as used (M38). */
import { InjectPreviewQuery } from "@/lib/contract/inject";
import { answerPreview } from "@/lib/http/inject";
import { methods, route } from "@/lib/http/route";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: route({ query: InjectPreviewQuery }, ({ app, query, requestId }) => answerPreview(app, query, requestId)),
});
