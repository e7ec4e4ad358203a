import { nowhere } from "@/lib/http/unknown";

/** Every path below the MCP server. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = nowhere;
