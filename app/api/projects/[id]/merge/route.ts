import {
  ProjectMerge,
  ProjectMergeQuery,
  ProjectMoved,
  ProjectMovePreview,
  ProjectParams,
} from "@/lib/contract/project";
import { actorOf } from "@/lib/http/request-actor";
import { methods, route } from "@/lib/http/route";
import { mergeProject, previewMerge } from "@/lib/projects/merge";

/** GET says what POST would do. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: route(
    { reach: "project", params: ProjectParams, query: ProjectMergeQuery, output: ProjectMovePreview },
    ({ app, params, query }) => previewMerge(app, params.id, query.into),
  ),
  POST: route(
    { reach: "project", params: ProjectParams, body: ProjectMerge, output: ProjectMoved },
    ({ app, params, body, request }) => mergeProject(app, params.id, body.into, actorOf(request)),
  ),
});
