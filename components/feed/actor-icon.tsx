/** A person, an agent or a job, as a sign beside its words. */
import { Bot, Cog, UserRound } from "lucide-react";
import type { Actor } from "@/lib/contract/common";

const ICONS = { person: UserRound, agent: Bot, job: Cog };

export function ActorIcon({ kind }: { kind: Actor["kind"] }) {
  const Icon = ICONS[kind];
  return <Icon aria-hidden className="mt-0.5 size-4 shrink-0 text-muted" />;
}
