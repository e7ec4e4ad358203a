/** One entry of the timeline: when, what kind, its beginning, and where it happened. */
import { useTranslations } from "next-intl";
import { Lock } from "lucide-react";
import Link from "next/link";
import type { ReactNode } from "react";
import type { TimelineEntry } from "@/lib/contract/timeline-entries";
import { cn } from "@/lib/cn";
import { useLabels, wordFor } from "../labels";
import { SessionStateTag } from "../sessions/state-tag";
import { KeyText, StoredCode, StoredText } from "../text/stored-text";
import { Time } from "../time/time";
import { Tag } from "../ui/tag";
import { KindIcon } from "./kind-icon";

interface EntryRowProps {
  entry: Exclude<TimelineEntry, { kind: "tool" }>;
  href: string;
  isOpen: boolean;
  /** The project is the same all along. */
  isOfProject: boolean;
  /** Stands out: a session among what happened in it. */
  isHead: boolean;
}

export function EntryRow({ entry, href, isOpen, isOfProject, isHead }: EntryRowProps) {
  return (
    <Link
      data-row
      href={href}
      replace={isOpen}
      scroll={false}
      prefetch={false}
      aria-current={isOpen ? "true" : undefined}
      className={cn(
        "flex min-w-0 gap-3 border-b px-4 py-2 transition-colors duration-[120ms] hover:bg-hover",
        isHead && "bg-sunken",
        isOpen && "bg-selected",
      )}
    >
      <Moment entry={entry} />
      <span className="min-w-0 flex-1">
        <Head entry={entry} />
        <Meta entry={entry} isOfProject={isOfProject} />
      </span>
    </Link>
  );
}

export function Moment({ entry }: { entry: TimelineEntry }) {
  const t = useTranslations("timeline");
  return (
    <span className="flex shrink-0 items-center gap-2 self-start text-meta leading-5 text-muted tabular-nums">
      <Time at={entry.at} show="clock" className="w-9" />
      <KindIcon kind={entry.kind} />
      <span className="sr-only">{t(`one.${entry.kind}`)}</span>
    </span>
  );
}

function Head({ entry }: { entry: EntryRowProps["entry"] }) {
  const t = useTranslations("timeline");
  const session = useTranslations("session");
  switch (entry.kind) {
    case "session":
      return (
        <Line strong>
          {entry.session.title === null ? (
            <span className="text-muted">{session("untitled")}</span>
          ) : (
            <StoredText text={entry.session.title} />
          )}
        </Line>
      );
    case "prompt":
      return entry.is_private ? (
        <span className="flex items-center gap-1.5 text-slate">
          <Lock aria-hidden className="size-3.5 shrink-0" />
          {t("privatePrompt")}
        </span>
      ) : (
        <Line>
          <StoredText text={entry.text} />
        </Line>
      );
    case "reflection":
      return (
        <Line>
          <StoredText text={entry.text.replaceAll(/^#+ +/gm, "")} />
        </Line>
      );
    case "task":
      return (
        <Line>
          <StoredText text={entry.text} />
        </Line>
      );
    case "message":
      return (
        <Line quiet>
          <StoredText text={entry.text} />
        </Line>
      );
    case "memory":
      return (
        <>
          <span className="block truncate text-muted">
            <KeyText text={entry.key} oneLine />
          </span>
          <Line>
            <StoredText text={entry.value} />
          </Line>
        </>
      );
    case "observation":
    case "summary":
      return (
        <>
          <Line>
            <StoredText text={entry.title} />
          </Line>
          {entry.text !== "" && (
            <Line quiet>
              <StoredText text={entry.text} />
            </Line>
          )}
        </>
      );
  }
}

function Line({ strong = false, quiet = false, children }: { strong?: boolean; quiet?: boolean; children: ReactNode }) {
  return (
    <span
      className={cn("line-clamp-2 [overflow-wrap:anywhere]", strong && "text-read font-medium", quiet && "text-muted")}
    >
      {children}
    </span>
  );
}

/** Where it happened, and what else tells entries of a kind apart. */
export function Meta({
  entry,
  isOfProject,
  children,
}: {
  entry: TimelineEntry;
  isOfProject: boolean;
  children?: ReactNode;
}) {
  const t = useTranslations("timeline");
  return (
    <span className="mt-0.5 flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1 text-meta text-muted">
      <KindMeta entry={entry} />
      {entry.kind !== "session" && entry.turn !== null && (
        <span>{entry.turn === 0 ? t("before") : t("turn", { number: entry.turn })}</span>
      )}
      {!isOfProject && entry.project !== null && (
        <span className="max-w-[50%] min-w-0 truncate">
          <StoredText text={entry.project} />
        </span>
      )}
      {entry.branch !== null && (
        <Tag>
          <span className="truncate">
            <StoredCode text={entry.branch} />
          </span>
        </Tag>
      )}
      {children}
    </span>
  );
}

function KindMeta({ entry }: { entry: TimelineEntry }) {
  const session = useTranslations("session");
  const labels = useLabels();
  const words = useTranslations("labels");
  switch (entry.kind) {
    case "session": {
      const { host, prompts, events, observations } = entry.session;
      return (
        <>
          <SessionStateTag session={entry.session} onlyRunning />
          <Tag title={host}>{labels.host(host)}</Tag>
          <span>{session("prompts", { count: prompts })}</span>
          <span>{session("events", { count: events })}</span>
          {observations > 0 && <span className="text-teal">{session("observations", { count: observations })}</span>}
        </>
      );
    }
    case "observation":
      return <span>{wordFor(words, "type", entry.obs_type)}</span>;
    case "memory":
      return (
        <>
          <Tag tone={entry.tier === "pinned" ? "amber" : "plain"}>{wordFor(words, "tier", entry.tier)}</Tag>
          {entry.status !== "active" && (
            <Tag tone={entry.status === "superseded" ? "violet" : "grey"}>{wordFor(words, "status", entry.status)}</Tag>
          )}
          {entry.review_state !== null && <Tag tone="orange">{wordFor(words, "review", entry.review_state)}</Tag>}
        </>
      );
    case "message":
      return entry.is_subagent ? <span>{session("subagent")}</span> : null;
    case "reflection":
      return (
        <>
          <span>{session("observations", { count: entry.count })}</span>
          {entry.status === "superseded" && <Tag tone="violet">{wordFor(words, "status", entry.status)}</Tag>}
        </>
      );
    case "prompt":
    case "task":
    case "summary":
    case "tool":
      return null;
  }
}
