import { ProjectList } from "@/lib/contract/project";
import { actorOf } from "@/lib/http/request-actor";
import { methods, route } from "@/lib/http/route";
import { allProjects } from "@/lib/projects/service";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: route({ output: ProjectList }, ({ app, request }) => allProjects(app, actorOf(request).kind === "person")),
});
