import { TaskListQuery, TaskPage } from "@/lib/contract/codewatch";
import { methods, route } from "@/lib/http/route";
import { pageOfTasks } from "@/lib/reflections/list";

/** What sessions are about now, the last written first. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: route({ reach: "all", query: TaskListQuery, output: TaskPage }, ({ app, query }) => pageOfTasks(app, query)),
});
