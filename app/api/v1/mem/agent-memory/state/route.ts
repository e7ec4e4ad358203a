import { SyncStateBody, SyncStateResult } from "@/lib/contract/everme";
import { syncState } from "@/lib/everme/state";
import { gateway, gatewayMethods } from "@/lib/http/everme";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = gatewayMethods(
  gateway({ body: SyncStateBody, output: SyncStateResult }, ({ app, caller, body }) => syncState(app, caller, body)),
);
