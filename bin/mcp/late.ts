/** `dist/mcp-late.mjs`: what `keepsake mcp` loads once its handshake is answered. */
export { listedTools } from "../../lib/contract/mcp-profiles";
export { readEnv } from "../../lib/env";
export { keyFor } from "../everme/settings";
export { findServer } from "./find-server";
export { createUpstream } from "./upstream";
