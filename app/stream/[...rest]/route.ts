import { nowhere } from "@/lib/http/unknown";

/** Every path below the stream. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = nowhere;
