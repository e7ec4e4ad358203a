import {
  ProjectMoved,
  ProjectMovePreview,
  ProjectParams,
  ProjectSplit,
  ProjectSplitQuery,
} from "@/lib/contract/project";
import { actorOf } from "@/lib/http/request-actor";
import { methods, route } from "@/lib/http/route";
import { previewSplit, splitProject } from "@/lib/projects/split";

/** GET says what POST would do. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: route(
    { reach: "project", params: ProjectParams, query: ProjectSplitQuery, output: ProjectMovePreview },
    ({ app, params, query }) => previewSplit(app, params.id, query.root),
  ),
  POST: route(
    { reach: "project", params: ProjectParams, body: ProjectSplit, output: ProjectMoved },
    ({ app, params, body, request }) => splitProject(app, params.id, body, actorOf(request)),
  ),
});
