/** Icon and colour of each kind; the word stands beside it. */
import {
  Bot,
  Brain,
  Eye,
  Layers,
  ListChecks,
  type LucideIcon,
  MessageSquare,
  SquareTerminal,
  Target,
  Wrench,
} from "lucide-react";
import type { TimelineKind } from "@/lib/contract/timeline-entries";
import { cn } from "@/lib/cn";

const LOOKS: Record<TimelineKind, [LucideIcon, string]> = {
  session: [SquareTerminal, "text-teal"],
  prompt: [MessageSquare, "text-blue"],
  tool: [Wrench, "text-muted"],
  message: [Bot, "text-muted"],
  observation: [Eye, "text-green"],
  summary: [ListChecks, "text-cyan"],
  reflection: [Layers, "text-cyan"],
  task: [Target, "text-amber"],
  memory: [Brain, "text-violet"],
};

export function KindIcon({ kind, className }: { kind: TimelineKind; className?: string }) {
  const [Icon, colour] = LOOKS[kind];
  return <Icon aria-hidden className={cn("size-4 shrink-0", colour, className)} />;
}
