import { SourcesBody, SourcesResult } from "@/lib/contract/everme";
import { takeIn } from "@/lib/everme/uploads";
import { gateway, gatewayMethods } from "@/lib/http/everme";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = gatewayMethods(
  gateway({ body: SourcesBody, output: SourcesResult }, ({ app, caller, body }) => takeIn(app, caller, body)),
);
