import { openApiDocument } from "@/lib/http/openapi";
import { methods, route } from "@/lib/http/route";
import { readVersion } from "@/lib/health/service";

/** The API as OpenAPI 3.1. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: route({}, ({ app }) => openApiDocument(readVersion(app).version)),
});
