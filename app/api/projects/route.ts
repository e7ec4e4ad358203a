import { ProjectList } from "@/lib/contract/project";
import { methods, route } from "@/lib/http/route";
import { allProjects } from "@/lib/projects/service";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: route({ output: ProjectList }, ({ app }) => allProjects(app)),
});
