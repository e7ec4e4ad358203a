/** One entry of the timeline in full, beside the list. */
import { useTranslations } from "next-intl";
import { Lock } from "lucide-react";
import Link from "next/link";
import type { ReactNode } from "react";
import { type Session, SUBAGENT } from "@/lib/contract/evidence";
import type { WholeEntry } from "@/lib/contract/timeline-entries";
import { useLabels } from "../labels";
import { ReflectionFacts, ReflectionText } from "../reflections/reflection";
import { EventBody } from "../sessions/event-body";
import { FileList, ObservationItem, SummaryItem } from "../sessions/learned";
import { SessionStateTag } from "../sessions/state-tag";
import { Markdown } from "../text/markdown";
import { KeyText, StoredCode, StoredText } from "../text/stored-text";
import { Time } from "../time/time";
import { buttonStyles } from "../ui/button";
import { Facts } from "../ui/facts";
import { SidePanel } from "../ui/side-panel";
import { Tag } from "../ui/tag";
import { sessionHref } from "./place";

interface EntryPanelProps {
  title: string;
  /** null = it is not there any more. */
  entry: WholeEntry | null;
  project: string | null;
  closeHref: string;
}

interface Where {
  at: number;
  session: number | null;
  turn: number | null;
  branch: string | null;
  event?: number;
}

export function EntryPanel({ title, entry, project, closeHref }: EntryPanelProps) {
  const t = useTranslations("timeline");
  const place = entry === null ? null : whereOf(entry);
  const open = entry === null ? null : ownPage(entry);
  const rows: (readonly [string, ReactNode])[] =
    place === null
      ? []
      : [
          [t("when"), <Time key="when" at={place.at} show="absolute" />],
          ...(project === null ? [] : [[t("project"), <StoredText key="project" text={project} />] as const]),
          ...(place.branch === null ? [] : [[t("branches"), <StoredCode key="branch" text={place.branch} />] as const]),
        ];
  return (
    <SidePanel title={title} closeHref={closeHref}>
      {entry === null || place === null ? (
        <p className="text-muted">{t("gone")}</p>
      ) : (
        <div className="space-y-4">
          <Body entry={entry} />
          <Facts rows={rows} />
          <div className="flex flex-wrap gap-2">
            {place.session !== null && (
              <Link
                href={sessionHref(place.session, place.turn, place.event)}
                prefetch={false}
                className={buttonStyles({ size: "small" })}
              >
                {t("inSession")}
              </Link>
            )}
            {open !== null && (
              <Link href={open} prefetch={false} className={buttonStyles({ size: "small" })}>
                {t("open")}
              </Link>
            )}
          </div>
        </div>
      )}
    </SidePanel>
  );
}

function Body({ entry }: { entry: WholeEntry }) {
  const t = useTranslations("timeline");
  const session = useTranslations("session");
  switch (entry.kind) {
    case "session":
      return <SessionBody session={entry.session} />;
    case "prompt":
      return entry.prompt.is_private ? (
        <p className="flex items-center gap-2 text-slate">
          <Lock aria-hidden className="size-4 shrink-0" />
          {t("privatePrompt")}
        </p>
      ) : (
        <Markdown text={entry.prompt.text} className="text-read" />
      );
    case "message":
      return (
        <div>
          {entry.event.tool_name === SUBAGENT && <p className="mb-1 text-meta text-muted">{session("subagent")}</p>}
          <Markdown text={entry.event.text} className="text-read" />
        </div>
      );
    case "tool":
      return (
        <div>
          <h3 className="mb-2 font-mono font-medium">
            <StoredText text={entry.event.tool_name ?? t("unnamedTool")} />
          </h3>
          <EventBody event={entry.event} />
        </div>
      );
    case "observation":
      return (
        <div className="space-y-3">
          <ObservationItem observation={entry.observation} heading="h3" />
          <FileList read={entry.observation.files_read} modified={entry.observation.files_modified} heading="h3" />
        </div>
      );
    case "summary":
      return (
        <div className="space-y-3">
          <SummaryItem summary={entry.summary} heading="h3" />
          <FileList read={entry.summary.files_read} modified={entry.summary.files_modified} heading="h3" />
        </div>
      );
    case "reflection":
      return (
        <div className="space-y-2">
          <p className="text-meta text-muted">
            <ReflectionFacts reflection={entry.reflection} />
          </p>
          <ReflectionText reflection={entry.reflection} />
        </div>
      );
    case "task":
      return (
        <p className="stored text-read">
          <StoredText text={entry.task.content} />
        </p>
      );
    case "memory":
      return (
        <div>
          <p className="text-muted">
            <KeyText text={entry.memory.key} />
          </p>
          <p className="stored mt-1 text-read">
            <StoredText text={entry.memory.value} />
          </p>
        </div>
      );
  }
}

function SessionBody({ session }: { session: Session }) {
  const t = useTranslations("session");
  const labels = useLabels();
  return (
    <div className="space-y-2">
      <h3 className="stored font-medium">
        {session.title === null ? t("untitled") : <StoredText text={session.title} />}
      </h3>
      <p className="flex flex-wrap gap-2 text-meta text-muted">
        <SessionStateTag session={session} />
        <Tag title={session.host}>{labels.host(session.host)}</Tag>
        <span>{t("prompts", { count: session.prompts })}</span>
        <span>{t("events", { count: session.events })}</span>
      </p>
    </div>
  );
}

function whereOf(entry: WholeEntry): Where {
  switch (entry.kind) {
    case "session": {
      const { id, last_event_at: at, branch } = entry.session;
      return { at, session: id, turn: null, branch };
    }
    case "prompt": {
      const { created_at: at, session_id: session, prompt_number: turn, branch } = entry.prompt;
      return { at, session, turn, branch };
    }
    case "tool":
    case "message": {
      const { id: event, created_at: at, session_id: session, turn, branch } = entry.event;
      return { at, session, turn, branch, event };
    }
    case "observation": {
      const { created_at: at, session_id: session, turn, branch } = entry.observation;
      return { at, session, turn, branch };
    }
    case "summary": {
      const { created_at: at, session_id: session, turn, branch } = entry.summary;
      return { at, session, turn, branch };
    }
    case "reflection": {
      const { created_at: at, session_id: session, branch } = entry.reflection;
      return { at, session, turn: null, branch };
    }
    case "task": {
      const { updated_at: at, session_id: session, branch } = entry.task;
      return { at, session, turn: null, branch };
    }
    case "memory": {
      const [source] = entry.memory.sources;
      const { created_at: at, branch } = entry.memory;
      return { at, session: source?.session_id ?? null, turn: source?.turn ?? null, branch };
    }
  }
}

function ownPage(entry: WholeEntry): string | null {
  if (entry.kind === "memory") return `/memories/${entry.memory.id}`;
  return entry.kind === "observation" ? `/observation/${entry.observation.id}` : null;
}
