/** Where something comes from: the exact turns, with the words that were typed, the evidence, and what else came from them. */
import { useTranslations } from "next-intl";
import Link from "next/link";
import type { SourceTurn } from "@/lib/contract/memory-page";
import { useLabels } from "../labels";
import { StoredCode, StoredText } from "../text/stored-text";
import { Time } from "../time/time";
import { MemoryLine } from "./memory-line";

interface ProvenanceProps {
  turns: SourceTurn[];
  /** Of `turns` only the first are shown. */
  total: number;
  /** What is said where there is none. */
  empty: string;
}

export function Provenance({ turns, total, empty }: ProvenanceProps) {
  const t = useTranslations("memory");
  if (turns.length === 0) return <p className="text-muted">{empty}</p>;
  return (
    <>
      <ul className="space-y-3">
        {turns.map((source) => (
          <li key={`${source.session_id}:${source.turn}`} className="rounded-panel border px-3 py-2.5">
            <Source source={source} />
          </li>
        ))}
      </ul>
      {total > turns.length && (
        <p className="mt-2 text-meta text-muted">{t("origin.moreTurns", { count: total - turns.length })}</p>
      )}
    </>
  );
}

/** The session page marks the turn, and unfolds the first piece of evidence. */
const turnHref = ({ session_id: session, turn, events }: SourceTurn): string =>
  `/session/${session}?turn=${turn}${events[0] === undefined ? "" : `&event=${events[0].id}`}#turn-${turn}`;

function Source({ source }: { source: SourceTurn }) {
  const t = useTranslations("memory");
  const labels = useLabels();
  const { session, events, prompt } = source;
  const name = t("turnOf", { session: source.session_id, turn: source.turn });
  if (session === null) {
    return (
      <p className="text-muted">
        {name} · {t("origin.gone")}
      </p>
    );
  }
  return (
    <>
      <p className="flex flex-wrap items-baseline gap-x-2 gap-y-0.5">
        <Link
          href={turnHref(source)}
          prefetch={false}
          className="font-medium text-accent-soft underline-offset-2 hover:underline"
        >
          {name}
        </Link>
        {source.at !== null && (
          <span className="text-meta text-muted">
            <Time at={source.at} />
          </span>
        )}
      </p>
      <p className="mt-0.5 flex min-w-0 flex-wrap gap-x-2 text-meta text-muted">
        {session.title !== null && (
          <span className="stored min-w-0">
            <StoredText text={session.title} />
          </span>
        )}
        <span className="stored">
          <StoredText text={session.project} />
        </span>
        {session.branch !== null && (
          <span className="stored">
            <StoredCode text={session.branch} />
          </span>
        )}
        <span>{labels.host(session.host)}</span>
      </p>
      {source.is_private && <p className="mt-1.5 text-slate">{t("origin.private")}</p>}
      {prompt !== null && (
        <blockquote className="stored mt-1.5 border-l-2 border-l-blue pl-2.5">
          <StoredText text={prompt.length < source.prompt_chars ? `${prompt}…` : prompt} />
        </blockquote>
      )}
      {events.length > 0 && <Evidence source={source} />}
      <AlsoLearned source={source} />
    </>
  );
}

const MAX_NAMED = 8;

function Evidence({ source: { session_id: session, turn, events } }: { source: SourceTurn }) {
  const t = useTranslations("memory");
  return (
    <p className="mt-1.5 flex flex-wrap gap-x-2 gap-y-1 text-meta">
      <span className="text-muted">{t("evidence", { count: events.length })}</span>
      {events.slice(0, MAX_NAMED).map(({ id, kind, tool_name: tool }) => (
        <Link
          key={id}
          href={`/session/${session}?turn=${turn}&event=${id}#turn-${turn}`}
          prefetch={false}
          className="text-accent-soft underline-offset-2 hover:underline"
        >
          {kind === "message" || tool === null ? t("origin.message") : <StoredCode text={tool} />}
        </Link>
      ))}
    </p>
  );
}

function AlsoLearned({ source: { memories, observations } }: { source: SourceTurn }) {
  const t = useTranslations("memory");
  const count = memories.length + observations.length;
  if (count === 0) return null;
  return (
    <details className="mt-2">
      <summary className="w-fit rounded-[4px] text-meta text-muted hover:text-text">
        {t("origin.also", { count })}
      </summary>
      <ul className="mt-1.5 space-y-1">
        {memories.map((memory) => (
          <li key={`m${memory.id}`}>
            <MemoryLine memory={memory} />
          </li>
        ))}
        {observations.map(({ id, title }) => (
          <li key={`o${id}`} className="flex min-w-0 gap-2">
            <Link
              href={`/observation/${id}`}
              prefetch={false}
              className="shrink-0 text-accent-soft underline-offset-2 hover:underline"
            >
              {t("origin.observation", { id })}
            </Link>
            <span className="min-w-0 truncate text-muted">
              <StoredText text={title} />
            </span>
          </li>
        ))}
      </ul>
    </details>
  );
}
