/** One candidate of a block: what it says, whether it is in and why, its score, what it costs, whether it was used. */
import { useTranslations } from "next-intl";
import { Check, Scissors } from "lucide-react";
import Link from "next/link";
import { cn } from "@/lib/cn";
import type { InjectedEntry, TraceSubject } from "@/lib/contract/inject";
import { readReason } from "@/lib/contract/trace-reason";
import { StoredCode, StoredText } from "../text/stored-text";
import { Tag } from "../ui/tag";
import { lineId } from "./block-text";
import { PartBar } from "./part-bar";
import { useTraceWords } from "./reason-words";
import type { TraceContext } from "./trace";
import { TraceActions } from "./trace-actions";

interface TraceRowProps extends TraceContext {
  entry: InjectedEntry;
  /** Of the whole trace: where its line stands. */
  index: number;
  best: number;
}

export function TraceRow({ entry, index, best, subjects, project, sent }: TraceRowProps) {
  const t = useTranslations("playground");
  const words = useTraceWords();
  const subject = subjects.get(`${entry.type}:${entry.id}`);
  // The mark that begins its line says nothing here.
  const text = entry.text?.replace(/^[-!*] /, "") ?? subject?.text ?? t("trace.gone");
  const exclusion = exclusionOf(entry.reason);
  const href = hrefOf(entry, subject);
  const name = t(`trace.of.${nameOf(entry.type)}`, { id: entry.id });
  return (
    <li className={cn("flex gap-2 px-3 py-1.5", !entry.included && "bg-bg")}>
      <span
        title={entry.included ? t("trace.in") : t("trace.cut")}
        className={cn("mt-1 shrink-0 [&_svg]:size-3.5", entry.included ? "text-green" : "text-muted")}
      >
        {entry.included ? <Check aria-hidden /> : <Scissors aria-hidden />}
        <span className="sr-only">{entry.included ? t("trace.in") : t("trace.cut")}</span>
      </span>
      <div className="min-w-0 flex-1">
        <p className={cn("stored", !entry.included && "text-muted")}>
          {href === null ? (
            <span className="line-clamp-2 min-h-6 py-0.5">
              <StoredText text={text} />
            </span>
          ) : (
            <Link
              data-row
              href={href}
              prefetch={false}
              aria-label={t("trace.open", { name, text: text.slice(0, 120) })}
              className="line-clamp-2 min-h-6 py-0.5 hover:underline"
            >
              <StoredText text={text} />
            </Link>
          )}
        </p>
        <p className="flex flex-wrap items-center gap-x-3 gap-y-0.5 text-meta text-muted">
          <span className={cn(!entry.included && "text-text")}>
            <StoredText text={words.reason(entry.reason)} />
          </span>
          {entry.score !== null && entry.parts !== null && (
            <PartBar score={entry.score} parts={entry.parts} best={best} />
          )}
          {entry.included ? (
            <a
              href={`#${lineId(index)}`}
              className="inline-flex min-h-6 items-center tabular-nums hover:text-text hover:underline"
            >
              {t("trace.cost", { chars: entry.chars, tokens: entry.tokens })}
            </a>
          ) : (
            <span className="tabular-nums">{t("trace.wouldCost", { chars: entry.chars, tokens: entry.tokens })}</span>
          )}
          {sent !== null && entry.included && <Used entry={entry} {...sent} />}
          {subject !== undefined && <Since entry={entry} subject={subject} />}
        </p>
        {!entry.included && subject?.key != null && (
          <p className="truncate text-meta text-muted">
            <StoredCode text={subject.key} />
          </p>
        )}
      </div>
      {subject !== undefined && (entry.type === "memory" || entry.type === "observation") && (
        <TraceActions
          id={entry.id}
          type={entry.type}
          name={name}
          tier={subject.tier}
          status={subject.status}
          projects={[...new Set([project, subject.project])].filter((ref) => ref !== null)}
          exclusion={exclusion}
        />
      )}
    </li>
  );
}

/** What its session made of it. Of what is only listed nothing could be made. */
function Used({
  entry,
  sessionId,
  hasSession,
}: {
  entry: InjectedEntry;
  sessionId: number | null;
  hasSession: boolean;
}) {
  const t = useTranslations("playground");
  if (entry.layer === "index") return null;
  if (entry.used === true) {
    const turn = entry.used_turn ?? 0;
    return sessionId === null ? (
      <Tag tone="green">{t("use.inTurn", { turn })}</Tag>
    ) : (
      <Link
        href={`/session/${sessionId}?turn=${turn}#turn-${turn}`}
        prefetch={false}
        className="inline-flex min-h-6 items-center"
      >
        <Tag tone="green" className="hover:underline">
          {t("use.inTurn", { turn })}
        </Tag>
      </Link>
    );
  }
  if (entry.used === false) return <Tag tone="grey">{t("use.not")}</Tag>;
  return <Tag title={t("use.waitingWhy")}>{hasSession ? t("use.waiting") : t("use.never")}</Tag>;
}

/** What became of it after the block was made. */
function Since({ entry, subject }: { entry: InjectedEntry; subject: TraceSubject }) {
  const t = useTranslations("playground");
  const labels = useTranslations("labels");
  const status = subject.status;
  return (
    <>
      {(status === "archived" || status === "superseded" || status === "deleted") && (
        <Tag tone={status === "superseded" ? "violet" : status === "deleted" ? "red" : "grey"}>
          {labels(`status.${status}`)}
        </Tag>
      )}
      {subject.tier === "pinned" && entry.layer !== "pinned" && <Tag tone="amber">{labels("tier.pinned")}</Tag>}
      {subject.revision > entry.revision && <Tag tone="blue">{t("trace.changedSince")}</Tag>}
    </>
  );
}

function exclusionOf(reason: string): number | null {
  const read = readReason(reason);
  const id = Number(read?.values["exclusion"] ?? Number.NaN);
  return Number.isSafeInteger(id) ? id : null;
}

const NAMED = ["memory", "observation", "reflection", "task"] as const;
const nameOf = (type: string): (typeof NAMED)[number] | "summary" => NAMED.find((name) => name === type) ?? "summary";

function hrefOf({ type, id }: InjectedEntry, subject: TraceSubject | undefined): string | null {
  if (subject === undefined) return null;
  if (type === "memory") return `/memories/${id}`;
  if (type === "observation") return `/observation/${id}`;
  const { sessionId, turn } = subject;
  if (sessionId === null) return null;
  return turn === null ? `/session/${sessionId}` : `/session/${sessionId}?turn=${turn}#turn-${turn}`;
}
