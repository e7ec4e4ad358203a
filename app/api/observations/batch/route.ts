import { ObservationBatch, ObservationBatchResult } from "@/lib/contract/worker-lists";
import { methods, route } from "@/lib/http/route";
import { observationBatch } from "@/lib/worker/single";

/** M26: a bare array. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: route({ body: ObservationBatch, output: ObservationBatchResult }, ({ app, body }) =>
    observationBatch(app, body),
  ),
});
