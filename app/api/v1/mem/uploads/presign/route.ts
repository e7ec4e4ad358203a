import { PresignBody, PresignResult } from "@/lib/contract/everme";
import { presign } from "@/lib/everme/uploads";
import { gateway, gatewayMethods, originOf } from "@/lib/http/everme";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = gatewayMethods(
  gateway({ body: PresignBody, output: PresignResult }, ({ app, caller, body, request }) =>
    presign(app, caller, body, originOf(request)),
  ),
);
