import { ByFileQuery, ObservationsByFile } from "@/lib/contract/worker-lists";
import { methods, route } from "@/lib/http/route";
import { observationsByFile } from "@/lib/worker/by-file";

/** M26. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: route({ query: ByFileQuery, output: ObservationsByFile }, ({ app, query }) => observationsByFile(app, query)),
});
