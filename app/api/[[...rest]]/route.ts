import { nowhere } from "@/lib/http/unknown";

/** Every `/api` path that no other route takes. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = nowhere;
