/** Who a request acts for: programs that speak for a person say so, everything else is an agent. */
import type { Actor } from "../contract/common";
import { redactSecrets } from "../text/secrets";

/** What is stored beside every operation must be a name: a key that a client sends by mistake is none. */
const NAME = /^[\w.-]{1,100}$/;
const PERSONS_CLIENTS = ["console", "cli"];

/** From the header `x-keepsake-client`. It grants nothing: it is written into operations, and a person's word wins over a memory. */
export function actorOf(request: Request): Actor {
  const client = request.headers.get("x-keepsake-client") ?? "";
  if (PERSONS_CLIENTS.includes(client)) return { kind: "person", name: client };
  return { kind: "agent", name: NAME.test(client) && redactSecrets(client).text === client ? client : "api" };
}
