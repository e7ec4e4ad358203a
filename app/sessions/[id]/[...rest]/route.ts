import { nowhere } from "@/lib/http/unknown";

/** Every path below a session that no other route takes. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = nowhere;
