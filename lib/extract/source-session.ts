/** How memories name the session they came from. Pure. */
import { createHash } from "node:crypto";
import { looksLikeSecret } from "../text/suspicious";

/** E80: `session_…`, at most 128 characters; an id that looks like a credential becomes a hash. */
export function sourceSession(hostSessionId: string): string {
  if (looksLikeSecret(hostSessionId))
    return `session_${createHash("sha256").update(hostSessionId).digest("hex").slice(0, 16)}`;
  const id = hostSessionId.replace(/[^\w-]+/g, "_");
  return (id.startsWith("session_") ? id : `session_${id}`).slice(0, 128);
}
