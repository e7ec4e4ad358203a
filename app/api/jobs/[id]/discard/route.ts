import { JobDiscarded, JobParams } from "@/lib/contract/system";
import { actorOf } from "@/lib/http/request-actor";
import { methods, route } from "@/lib/http/route";
import { discardJob } from "@/lib/jobs/service";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: route({ params: JobParams, output: JobDiscarded }, ({ app, params, request }) =>
    discardJob(app, params.id, actorOf(request)),
  ),
});
