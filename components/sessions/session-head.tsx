/** What a session was: where, when, how long, how much, and what it was given. */
import { useTranslations } from "next-intl";
import Link from "next/link";
import type { ReactNode } from "react";
import type { Session } from "@/lib/contract/evidence";
import { useLabels } from "../labels";
import { useNumbers } from "../numbers";
import { StoredCode, StoredText } from "../text/stored-text";
import { Time } from "../time/time";
import { useTimeWords } from "../time/words";
import { viewHref } from "../url";
import { SessionStateTag } from "./state-tag";

interface SessionHeadProps {
  session: Session;
  turns: number;
  /** What it is about now, where somebody said so. */
  task: string | null;
  injected: { blocks: number; tokens: number };
}

function SessionTitle({ session }: { session: Session }) {
  const t = useTranslations("session");
  return session.title === null ? t("untitled") : <StoredText text={session.title} />;
}

export function SessionHead({ session, turns, task, injected }: SessionHeadProps) {
  const t = useTranslations("session");
  const labels = useLabels();
  const numbers = useNumbers();
  const words = useTimeWords();
  const facts: [string, ReactNode][] = [
    ...(task === null ? [] : [[t("task"), <StoredText key="task" text={task} />] as [string, ReactNode]]),
    [t("started"), <Time key="start" at={session.started_at} show="absolute" />],
    [t("last"), <Time key="last" at={session.last_event_at} show="absolute" />],
    [t("duration"), words.duration((session.last_event_at - session.started_at) / 1000)],
    ...(session.cwd === null
      ? []
      : [[t("folder"), <StoredCode key="cwd" text={session.cwd} />] as [string, ReactNode]]),
    [t("hostId"), <StoredCode key="host" text={session.claude_session_id} />],
    ...(injected.blocks === 0
      ? []
      : [
          [
            t("injected"),
            <Link
              key="injected"
              href={viewHref("/injections", null, { session: session.claude_session_id })}
              prefetch={false}
              className="text-accent-soft underline-offset-2 hover:underline"
            >
              {t("blocks", { count: injected.blocks, tokens: numbers.count(injected.tokens) })}
            </Link>,
          ] as [string, ReactNode],
        ]),
  ];
  return (
    <div className="border-b bg-surface px-4 py-4 sm:px-6">
      <div className="mx-auto max-w-[760px]">
        <h2 className="stored text-title font-semibold">
          <SessionTitle session={session} />
        </h2>
        <div className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-1 text-meta text-muted">
          <SessionStateTag session={session} />
          <Link
            href={`/projects/${session.project_id}`}
            prefetch={false}
            className="stored underline-offset-2 hover:text-text hover:underline"
          >
            <StoredText text={session.project} />
          </Link>
          {session.branch !== null && (
            <span className="stored">
              <StoredCode text={session.branch} />
            </span>
          )}
          <span title={session.host}>{labels.host(session.host)}</span>
          <span>{t("turnCount", { count: turns })}</span>
          <span>{t("prompts", { count: session.prompts })}</span>
          <span>{t("events", { count: session.events })}</span>
          <span>{t("observations", { count: session.observations })}</span>
        </div>
        <dl className="mt-2 grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 text-meta">
          {facts.map(([name, value]) => (
            <div key={name} className="col-span-2 grid grid-cols-subgrid">
              <dt className="text-muted">{name}</dt>
              <dd className="stored">{value}</dd>
            </div>
          ))}
        </dl>
      </div>
    </div>
  );
}
