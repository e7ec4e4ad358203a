import { Project, ProjectChange, ProjectParams, ProjectPatch } from "@/lib/contract/project";
import { actorOf } from "@/lib/http/request-actor";
import { methods, route } from "@/lib/http/route";
import { changeProject } from "@/lib/projects/change";
import { requireProject } from "@/lib/projects/service";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: route({ reach: "project", params: ProjectParams, output: Project }, ({ app, params }) =>
    requireProject(app, params.id),
  ),
  PATCH: route(
    { reach: "project", params: ProjectParams, body: ProjectPatch, output: ProjectChange },
    ({ app, params, body, request }) => changeProject(app, params.id, body, actorOf(request)),
  ),
});
