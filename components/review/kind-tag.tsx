/** Why an item waits, in a word and its colour. */
import { useTranslations } from "next-intl";
import {
  CalendarClock,
  CircleHelp,
  CircleSlash,
  Copy,
  FileClock,
  GitCompareArrows,
  Hourglass,
  KeyRound,
  Layers,
  type LucideIcon,
  MessageSquareWarning,
  Unlink,
} from "lucide-react";
import type { ReviewKind } from "@/lib/contract/review";
import { Tag, type Tone } from "../ui/tag";

const LOOKS: Record<ReviewKind, { icon: LucideIcon; tone: Tone }> = {
  conflict: { icon: GitCompareArrows, tone: "orange" },
  instruction: { icon: MessageSquareWarning, tone: "red" },
  secret: { icon: KeyRound, tone: "red" },
  pending: { icon: CircleSlash, tone: "slate" },
  held: { icon: Unlink, tone: "orange" },
  supersedes: { icon: Layers, tone: "violet" },
  near_duplicate: { icon: Copy, tone: "blue" },
  file_changed: { icon: FileClock, tone: "teal" },
  expiring: { icon: CalendarClock, tone: "grey" },
  low_confidence: { icon: CircleHelp, tone: "grey" },
  unused: { icon: Hourglass, tone: "grey" },
};

export function KindTag({ kind }: { kind: ReviewKind }) {
  const t = useTranslations("review");
  const { icon: Icon, tone } = LOOKS[kind];
  return (
    <Tag tone={tone} className="shrink-0">
      <Icon aria-hidden />
      {t(`kind.${kind}`)}
    </Tag>
  );
}
