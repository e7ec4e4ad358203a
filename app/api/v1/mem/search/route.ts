import { EvermeSearchBody, EvermeSearchResult } from "@/lib/contract/everme";
import { searchAccount } from "@/lib/everme/search";
import { gateway, gatewayMethods } from "@/lib/http/everme";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = gatewayMethods(
  gateway({ body: EvermeSearchBody, output: EvermeSearchResult }, ({ app, caller, body }) =>
    searchAccount(app, caller, body),
  ),
);
