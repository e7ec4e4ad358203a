import { receiveUpload } from "@/lib/everme/uploads";
import { gatewayMethods, gatewayUpload } from "@/lib/http/everme";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = gatewayMethods(
  gatewayUpload(({ app, objectKey, secret, file }) => receiveUpload(app, objectKey, secret, file)),
);
