import { JobListQuery, JobPage } from "@/lib/contract/system";
import { methods, route } from "@/lib/http/route";
import { listJobs } from "@/lib/jobs/service";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: route({ query: JobListQuery, output: JobPage }, ({ app, query }) => listJobs(app, query)),
});
