/** One turn as it happened: prompt, what the agent did and said, files, what was learned. */
import { useTranslations } from "next-intl";
import { Lock } from "lucide-react";
import Link from "next/link";
import type { Session } from "@/lib/contract/evidence";
import type { TurnView } from "@/lib/contract/session-view";
import { cn } from "@/lib/cn";
import { Time } from "../time/time";
import { Tag } from "../ui/tag";
import { EventItems } from "./event-items";
import { FileList, ObservationItem, SummaryItem } from "./learned";
import { LongText } from "./long-text";
import { ReadAgain } from "./read-again";

interface TurnProps {
  session: Session;
  turn: TurnView;
  /** The turn that the address names. */
  isTarget: boolean;
  openEvent: number | null;
  /** Name of the language model that may be asked; null = none. */
  model: string | null;
}

export function Turn({ session, turn, isTarget, openEvent, model }: TurnProps) {
  const t = useTranslations("session");
  const title = turn.number === 0 ? t("beforeFirst") : t("turn", { number: turn.number });
  const hidden = turn.event_count - turn.events.length;
  return (
    <section
      id={`turn-${turn.number}`}
      aria-label={title}
      className={cn(
        "scroll-mt-2 border-b px-4 py-5 sm:px-6",
        isTarget && "border-l-2 border-l-accent-soft bg-selected/40",
      )}
    >
      <div className="mx-auto max-w-[760px] space-y-4">
        <div className="flex flex-wrap items-center gap-2 text-meta text-muted">
          <h3 className="font-semibold text-text">{title}</h3>
          <Time at={turn.started_at} show="absolute" />
          {turn.status === "interrupted" && <Tag tone="orange">{t("interrupted")}</Tag>}
          {turn.status === "open" && <Tag tone="teal">{t("open")}</Tag>}
          {turn.llm_failure !== null && <Tag tone="grey">{t("byRules", { failure: turn.llm_failure })}</Tag>}
          {turn.llm_failure === null && turn.extracted_by !== null && <span>{t(`readBy.${turn.extracted_by}`)}</span>}
          {!turn.is_private && turn.prompt?.is_private !== true && (
            <span className="ml-auto">
              <ReadAgain id={session.id} turn={turn.number} count={1} model={model} />
            </span>
          )}
        </div>
        <PromptBlock turn={turn} />
        {turn.events.length > 0 && <EventItems events={turn.events} openEvent={openEvent} folder={session.cwd} />}
        {hidden > 0 && (
          <p className="text-meta text-muted">
            {t("moreEvents", { count: hidden })}{" "}
            <Link
              href={`/session/${session.id}?turn=${turn.number}&all=1#turn-${turn.number}`}
              prefetch={false}
              className="text-accent-soft underline-offset-2 hover:underline"
            >
              {t("allEvents")}
            </Link>
          </p>
        )}
        <FileList {...filesOf(turn)} />
        <Learned turn={turn} />
      </div>
    </section>
  );
}

function PromptBlock({ turn }: { turn: TurnView }) {
  const t = useTranslations("session");
  if (turn.is_private || turn.prompt?.is_private === true) {
    return (
      <p className="flex items-center gap-2 rounded-panel border px-3 py-2 text-slate">
        <Lock aria-hidden className="size-4 shrink-0" />
        {t("privatePrompt")}
      </p>
    );
  }
  if (turn.prompt === null) return turn.number === 0 ? null : <p className="text-muted">{t("noPrompt")}</p>;
  return (
    <div className="rounded-panel border-l-2 border-l-blue bg-blue/10 px-3 py-2">
      <p className="text-meta font-medium text-blue">{t("prompt")}</p>
      <LongText text={turn.prompt.text} className="text-read" />
    </div>
  );
}

function Learned({ turn }: { turn: TurnView }) {
  const t = useTranslations("session");
  if (turn.observations.length === 0 && turn.summary === null) {
    if (turn.is_private) return null;
    return <p className="text-meta text-muted">{turn.status === "open" ? t("waiting") : t("nothingLearned")}</p>;
  }
  return (
    <div className="space-y-2">
      <h4 className="text-meta font-medium text-muted">{t("learned")}</h4>
      {turn.observations.map((observation) => (
        <ObservationItem key={observation.id} observation={observation} isLinked />
      ))}
      {turn.summary !== null && <SummaryItem summary={turn.summary} />}
    </div>
  );
}

/** As the summary says; before it exists, what the tool calls name. */
function filesOf(turn: TurnView): { read: string[]; modified: string[] } {
  if (turn.summary !== null) return { read: turn.summary.files_read, modified: turn.summary.files_modified };
  const modified = turn.observations.flatMap((observation) => observation.files_modified);
  const read = turn.observations.flatMap((observation) => observation.files_read);
  return { modified, read: [...read, ...turn.events.flatMap((event) => event.files)] };
}
