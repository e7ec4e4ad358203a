import { ExportQuery, EXPORT_TYPE } from "@/lib/contract/export";
import { dataHeaders } from "@/lib/http/respond";
import { methods, route } from "@/lib/http/route";
import { exportStream } from "@/lib/transfer/export";

/** The store as JSON lines, streamed. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: route(
    { reach: "all", query: ExportQuery },
    ({ app, query, requestId }) =>
      new Response(exportStream(app, query), {
        headers: {
          ...dataHeaders(requestId),
          "content-type": `${EXPORT_TYPE}; charset=utf-8`,
          "content-disposition": 'attachment; filename="keepsake-export.jsonl"',
        },
      }),
  ),
});
