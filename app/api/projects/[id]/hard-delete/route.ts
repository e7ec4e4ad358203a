import { HardDeleteResult } from "@/lib/contract/operations";
import { ProjectParams } from "@/lib/contract/project";
import { ProjectWipe, WipePreview } from "@/lib/contract/wipe";
import { actorOf } from "@/lib/http/request-actor";
import { methods, route } from "@/lib/http/route";
import { previewWipe, wipeProject } from "@/lib/operations/wipe";

/** Everything of a project for good: GET tells what would go, POST does it once the name is right. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: route({ reach: "project", params: ProjectParams, output: WipePreview }, ({ app, params }) =>
    previewWipe(app, params.id),
  ),
  POST: route(
    { reach: "project", params: ProjectParams, body: ProjectWipe, output: HardDeleteResult },
    ({ app, params, body, request }) => wipeProject(app, params.id, body.name, actorOf(request)),
  ),
});
