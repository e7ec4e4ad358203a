import { ProcessingStatus } from "@/lib/contract/worker-lists";
import { methods, route } from "@/lib/http/route";
import { processingStatus } from "@/lib/worker/processing-query";

/** M24. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: route({ output: ProcessingStatus }, ({ app }) => processingStatus(app.db)),
});
