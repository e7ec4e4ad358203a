import { ToolImport, ToolReport } from "@/lib/contract/tool-import";
import { actorOf } from "@/lib/http/request-actor";
import { methods, route } from "@/lib/http/route";
import { importTool } from "@/lib/transfer/tool";

/** What another memory tool keeps, or notes: read-only and once, dry run first. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: route({ body: ToolImport, output: ToolReport, maxBytes: 16 * 1024 * 1024 }, ({ app, body, request }) =>
    importTool(app, body, actorOf(request)),
  ),
});
