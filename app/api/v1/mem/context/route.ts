import { EvermeContextBody, EvermeContextResult } from "@/lib/contract/everme";
import { accountContext } from "@/lib/everme/context";
import { gateway, gatewayMethods } from "@/lib/http/everme";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = gatewayMethods(
  gateway({ body: EvermeContextBody, output: EvermeContextResult }, ({ app, caller, body }) =>
    accountContext(app, caller, body),
  ),
);
