import { z } from "zod";
import { ingestRaw, type RawItem } from "@/lib/capture/ingest";
import { IngestResult, MAX_INGEST_ITEMS } from "@/lib/contract/capture";
import { CAPTURE_MAX_BYTES } from "@/lib/http/body";
import { actorOf } from "@/lib/http/request-actor";
import { readItems } from "@/lib/http/read-items";
import { methods, route } from "@/lib/http/route";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: route(
    {
      // Items are judged one by one inside, so that a bad one does not refuse the rest.
      body: z.array(z.custom<RawItem>()).max(MAX_INGEST_ITEMS, `at most ${MAX_INGEST_ITEMS} items in one request`),
      read: readItems,
      output: IngestResult,
      status: 202,
      maxBytes: CAPTURE_MAX_BYTES,
    },
    ({ app, body, request }) => ingestRaw(app, body, actorOf(request)),
  ),
});
