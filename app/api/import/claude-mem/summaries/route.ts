import { ClaudeMemImport, ImportReport } from "@/lib/contract/transfer";
import { actorOf } from "@/lib/http/request-actor";
import { methods, route } from "@/lib/http/route";
import { importClaudeMem } from "@/lib/transfer/claude-mem";

/** E139: session summaries become memories of the tier reference. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: route({ body: ClaudeMemImport, output: ImportReport }, ({ app, body, request }) =>
    importClaudeMem(app, body, actorOf(request)),
  ),
});
