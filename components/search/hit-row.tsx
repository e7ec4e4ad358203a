/** One hit: where it stands, what matched, why; and where the list beside it has it. */
import { useTranslations } from "next-intl";
import { Brain, Eye, type LucideIcon, MessageSquare, NotebookText, Wrench } from "lucide-react";
import Link from "next/link";
import type { ReactNode } from "react";
import { ReviewState } from "@/lib/contract/memory";
import type { FoundIn, SearchHit, SearchType } from "@/lib/contract/search";
import { findRanges } from "@/lib/text/tokens-highlight";
import { AllProjectsTag } from "../memories/tags";
import { KeyText, StoredText } from "../text/stored-text";
import { Time } from "../time/time";
import { Tag } from "../ui/tag";
import { hrefWith } from "../url";
import { ScoreBar, type ScoreGains, type ScoreWeights } from "./score-bar";
import { WhyLine } from "./why-line";

export const TYPE_ICONS: Record<SearchType, LucideIcon> = {
  memories: Brain,
  observations: Eye,
  sessions: NotebookText,
  prompts: MessageSquare,
  events: Wrench,
};

interface HitRowProps {
  hit: SearchHit;
  terms: string[];
  why: FoundIn[];
  weights: ScoreWeights;
  /** The query string as it is. */
  search: string;
  /** It is open in the panel. */
  current: boolean;
  /** Its own place and the one in the other list, where two are compared. */
  places?: ReactNode;
}

export function HitRow({ hit, terms, why, weights, search, current, places }: HitRowProps) {
  const labels = useTranslations("labels");
  const heldBack = ReviewState.safeParse(hit["review_state"]);
  const href = hrefOf(hit, search);
  const isMemory = hit.type === "memories";
  const body = (
    <>
      <span className="flex items-baseline gap-3">
        <span className="min-w-0 flex-1 truncate">
          {isMemory ? (
            <KeyText oneLine text={hit.title} className="text-muted" />
          ) : (
            <StoredText text={hit.title} found={findRanges(hit.title, terms)} className="font-medium" />
          )}
        </span>
        <ScoreBar parts={hit.parts} weights={weights} rank={hit.rank} gains={gainsOf(hit)} />
        <span className="w-14 shrink-0 text-right text-meta text-muted">
          <Time at={hit.created_at_epoch} />
        </span>
      </span>
      {hit.preview !== hit.title && (
        <span className={`stored mt-0.5 line-clamp-2 ${isMemory ? "text-read" : "text-muted"}`}>
          <StoredText text={hit.preview} found={findRanges(hit.preview, terms)} />
        </span>
      )}
      <span className="mt-1 flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1 text-meta text-muted">
        {hit.project !== null && (
          <span className="max-w-[40%] min-w-0 shrink-0 truncate">
            <StoredText text={hit.project} />
          </span>
        )}
        {hit.project === null && isMemory && <AllProjectsTag />}
        {heldBack.success && <Tag tone="slate">{labels(`review.${heldBack.data}`)}</Tag>}
        <WhyLine match={hit.match_type} why={why} gains={gainsOf(hit)} />
      </span>
    </>
  );
  return (
    <div className={`flex min-w-0 border-b ${current ? "bg-selected" : ""}`}>
      {places}
      {href === null ? (
        <div className="min-w-0 flex-1 px-4 py-2">{body}</div>
      ) : (
        <Link
          // What opens a page of its own does not follow J and K through the panel.
          data-row={isMemory ? "" : "page"}
          href={href}
          prefetch={false}
          scroll={!isMemory}
          aria-current={current ? "true" : undefined}
          className={`block min-w-0 flex-1 px-4 py-2 transition-colors duration-[120ms] ${current ? "" : "hover:bg-hover"}`}
        >
          {body}
        </Link>
      )}
    </div>
  );
}

function gainsOf(hit: SearchHit): ScoreGains {
  const gain = (name: string): number => (typeof hit[name] === "number" ? hit[name] : 0);
  return { exact: gain("exact"), glossary: gain("glossary"), neighbour: gain("neighbour") };
}

function hrefOf(hit: SearchHit, search: string): string | null {
  if (hit.type === "memories") return hrefWith("/search", search, { peek: `memory:${hit.id}` });
  const session = hit["session_id"];
  const turn = hit.type === "prompts" ? hit["prompt_number"] : hit["turn"];
  // Notes that somebody saved belong to no session.
  if (typeof session !== "number") return hit.type === "observations" ? `/observation/${hit.id}` : null;
  if (typeof turn !== "number") return `/session/${session}`;
  const event = hit.type === "events" ? `&event=${hit.id}` : "";
  return `/session/${session}?turn=${turn}${event}#turn-${turn}`;
}
