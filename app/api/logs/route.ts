import { LogPage, LogQuery } from "@/lib/contract/logs";
import { readLogs } from "@/lib/health/logs";
import { methods, route } from "@/lib/http/route";

/** The server's log, newest first. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: route({ query: LogQuery, output: LogPage }, ({ app, query }) => readLogs(app, query)),
});
