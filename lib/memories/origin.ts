/** Who wrote a memory, and through which host, as a row keeps it whatever becomes of its session. */
import type { Handle } from "../context";
import { Host } from "../contract/capture";
import type { Actor } from "../contract/common";
import type { MemoryOrigin } from "../contract/memory";
import { hostOfSession } from "./repo";
import type { WriteContext } from "./write";

const ORIGIN_OF: Record<Actor["kind"], MemoryOrigin> = { person: "person", agent: "agent", job: "rules" };

export const originOf = ({ origin, actor }: Pick<WriteContext, "origin" | "actor">): MemoryOrigin =>
  origin ?? ORIGIN_OF[actor.kind];

/** The given one, else that of the session it came from, else what an agent calls itself where that is a host; empty = unknown. */
export function hostOf(
  handle: Handle,
  { host, sources, sourceSession, actor }: Pick<WriteContext, "host" | "sources" | "sourceSession" | "actor">,
): string {
  if (host !== undefined) return host;
  const known = hostOfSession(handle, {
    id: sources[0]?.session_id ?? null,
    name: sourceSession,
    hosts: Host.options,
  });
  if (known !== null) return known;
  const named = actor.kind === "agent" ? Host.safeParse(actor.name) : undefined;
  return named?.success === true && named.data !== "api" ? named.data : "";
}
