import { ImportEventsBody, ImportEventsResult } from "@/lib/contract/everme";
import { countImportEvent } from "@/lib/everme/state";
import { gateway, gatewayMethods } from "@/lib/http/everme";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = gatewayMethods(
  gateway({ body: ImportEventsBody, output: ImportEventsResult }, ({ app, caller, body }) =>
    countImportEvent(app, caller, body),
  ),
);
