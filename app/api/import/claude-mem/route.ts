import { ClaudeMemImport, ForeignReport } from "@/lib/contract/transfer";
import { streamImport, wantsLines } from "@/lib/http/import-stream";
import { actorOf } from "@/lib/http/request-actor";
import { methods, route } from "@/lib/http/route";
import { importClaudeMemStore } from "@/lib/transfer/claude-mem-store";

/** A whole claude-mem store; who accepts `application/x-ndjson` sees how far it is. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: route({ body: ClaudeMemImport, output: ForeignReport }, ({ app, body, request, requestId }) =>
    wantsLines(request)
      ? streamImport(app, requestId, (watch) => importClaudeMemStore(app, body, actorOf(request), watch))
      : importClaudeMemStore(app, body, actorOf(request)),
  ),
});
