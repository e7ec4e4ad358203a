/** The name under which an agent's changes are recorded: what its host calls itself, made safe to store. Pure. */
import type { Actor } from "../contract/common";
import { redactSecrets } from "../text/secrets";

const MAX_CHARS = 100;
/** Of a client that does not say who it is. */
const UNKNOWN = "mcp";

/** From `clientInfo.name`. A key that a client sends by mistake is no name. */
export function agentOf(clientName: string | undefined): Actor {
  const name = (clientName ?? "")
    .slice(0, MAX_CHARS)
    .trim()
    .replace(/[^\w.-]+/g, "-")
    .replace(/^-+|-+$/g, "");
  return { kind: "agent", name: name === "" || redactSecrets(name).text !== name ? UNKNOWN : name };
}
