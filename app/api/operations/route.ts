import { OperationListQuery, OperationPage } from "@/lib/contract/operations";
import { methods, route } from "@/lib/http/route";
import { listOperations } from "@/lib/operations/query";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: route({ query: OperationListQuery, output: OperationPage }, ({ app, query }) => listOperations(app, query)),
});
