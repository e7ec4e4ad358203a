/** One hit: where it stands, what matched, why. */
import { useTranslations } from "next-intl";
import { Brain, Eye, type LucideIcon, MessageSquare, NotebookText, Wrench } from "lucide-react";
import Link from "next/link";
import { ReviewState } from "@/lib/contract/memory";
import type { SearchHit, SearchType } from "@/lib/contract/search";
import { findRanges } from "@/lib/text/tokens-highlight";
import { AllProjectsTag } from "../memories/tags";
import { KeyText, StoredText } from "../text/stored-text";
import { Time } from "../time/time";
import { Tag } from "../ui/tag";
import { ScoreBar, type ScoreWeights } from "./score-bar";

export const TYPE_ICONS: Record<SearchType, LucideIcon> = {
  memories: Brain,
  observations: Eye,
  sessions: NotebookText,
  prompts: MessageSquare,
  events: Wrench,
};

export function HitRow({ hit, terms, weights }: { hit: SearchHit; terms: string[]; weights: ScoreWeights }) {
  const t = useTranslations("search");
  const labels = useTranslations("labels");
  const heldBack = ReviewState.safeParse(hit["review_state"]);
  const href = hrefOf(hit);
  const body = (
    <>
      <span className="flex items-baseline gap-3">
        <span className="min-w-0 flex-1 truncate">
          {hit.type === "memories" ? (
            <KeyText oneLine text={hit.title} className="text-muted" />
          ) : (
            <StoredText text={hit.title} found={findRanges(hit.title, terms)} className="font-medium" />
          )}
        </span>
        <ScoreBar parts={hit.parts} weights={weights} rank={hit.rank} />
        <span className="w-14 shrink-0 text-right text-meta text-muted">
          <Time at={hit.created_at_epoch} />
        </span>
      </span>
      {hit.preview !== hit.title && (
        <span className={`stored mt-0.5 line-clamp-2 ${hit.type === "memories" ? "text-read" : "text-muted"}`}>
          <StoredText text={hit.preview} found={findRanges(hit.preview, terms)} />
        </span>
      )}
      <span className="mt-1 flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1 text-meta text-muted">
        {hit.project !== null && (
          <span className="min-w-0 truncate">
            <StoredText text={hit.project} />
          </span>
        )}
        {hit.project === null && hit.type === "memories" && <AllProjectsTag />}
        <span>{t(`matched.${hit.match_type}`)}</span>
        {heldBack.success && <Tag tone="slate">{labels(`review.${heldBack.data}`)}</Tag>}
      </span>
    </>
  );
  if (href === null) return <div className="border-b px-4 py-2">{body}</div>;
  return (
    <Link
      data-row
      href={href}
      prefetch={false}
      className="block border-b px-4 py-2 transition-colors duration-[120ms] hover:bg-hover"
    >
      {body}
    </Link>
  );
}

function hrefOf(hit: SearchHit): string | null {
  if (hit.type === "memories") return `/memories/${hit.id}`;
  const session = hit["session_id"];
  const turn = hit.type === "prompts" ? hit["prompt_number"] : hit["turn"];
  // Notes that somebody saved belong to no session.
  if (typeof session !== "number") return hit.type === "observations" ? `/observation/${hit.id}` : null;
  if (typeof turn !== "number") return `/session/${session}`;
  const event = hit.type === "events" ? `&event=${hit.id}` : "";
  return `/session/${session}?turn=${turn}${event}#turn-${turn}`;
}
