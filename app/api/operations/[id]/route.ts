import { OperationDetail, OperationParams } from "@/lib/contract/operations";
import { methods, route } from "@/lib/http/route";
import { getOperation } from "@/lib/operations/query";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: route({ reach: "operation", params: OperationParams, output: OperationDetail }, ({ app, params }) =>
    getOperation(app, params.id),
  ),
});
