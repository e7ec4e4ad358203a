import { JobParams, JobResult } from "@/lib/contract/system";
import { methods, route } from "@/lib/http/route";
import { discardJob } from "@/lib/jobs/service";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: route({ params: JobParams, output: JobResult }, ({ app, params }) => discardJob(app, params.id)),
});
