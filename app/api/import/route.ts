import { z } from "zod";
import { RestoreQuery } from "@/lib/contract/export";
import { CAPTURE_MAX_BYTES } from "@/lib/http/body";
import { type ImportBody, readImport } from "@/lib/http/read-import";
import { actorOf } from "@/lib/http/request-actor";
import { methods, route } from "@/lib/http/route";
import { restoreLines } from "@/lib/transfer/restore";
import { importWorkerRows } from "@/lib/transfer/worker-import";

/** M28: rows of claude-mem of either generation, or our own export as `application/x-ndjson`, at most 16 MB at a time. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: route(
    { query: RestoreQuery, body: z.custom<ImportBody>(), read: readImport, maxBytes: CAPTURE_MAX_BYTES },
    ({ app, query, body, request }) =>
      "rows" in body
        ? importWorkerRows(app, body.rows, actorOf(request))
        : restoreLines(app, body.lines, query, actorOf(request)),
  ),
});
