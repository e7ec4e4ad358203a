import { gatewayNowhere } from "@/lib/http/everme";

/** Every address below the gateway that no other route takes. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = gatewayNowhere;
