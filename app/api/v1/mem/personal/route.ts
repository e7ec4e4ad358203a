import { PersonalBody, PersonalResult } from "@/lib/contract/everme";
import { savePersonalMessages } from "@/lib/everme/write";
import { gateway, gatewayMethods } from "@/lib/http/everme";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = gatewayMethods(
  gateway({ body: PersonalBody, output: PersonalResult }, ({ app, caller, requestId, body }) =>
    savePersonalMessages(app, caller, requestId, body),
  ),
);
