import { JobQueue } from "@/lib/contract/system";
import { methods, route } from "@/lib/http/route";
import { jobQueue } from "@/lib/jobs/queue";

/** The queue by lane and kind. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: route({ output: JobQueue }, ({ app }) => jobQueue(app)),
});
