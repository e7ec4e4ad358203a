/** A session, turn by turn, as it happened. `?turn=` opens at a turn, `?event=` unfolds a tool call. */
import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { useTranslations } from "next-intl";
import { getTranslations } from "next-intl/server";
import { useLabels } from "@/components/labels";
import { LivePill } from "@/components/live/live-pill";
import { SessionStateTag } from "@/components/sessions/state-tag";
import { ForgetSession } from "@/components/sessions/forget-session";
import { Turn } from "@/components/sessions/turn";
import { RetryProblem } from "@/components/states/retry-problem";
import { StoredCode, StoredText } from "@/components/text/stored-text";
import { Time } from "@/components/time/time";
import { Breadcrumbs } from "@/components/ui/breadcrumbs";
import { PageHeader, ScrollArea, View } from "@/components/ui/page";
import { Pager } from "@/components/ui/pager";
import { viewHref } from "@/components/url";
import type { Session } from "@/lib/contract/evidence";
import { viewSession } from "@/lib/sessions/service";
import { load } from "../../_console/load";
import { parseId } from "../../_console/params";

const PAGE_SIZE = 20;
/** Turns shown above the one that the address names. */
const CONTEXT = 3;

export async function generateMetadata({ params }: PageProps<"/session/[id]">): Promise<Metadata> {
  const id = parseId((await params).id);
  return {
    title:
      id === null ? (await getTranslations("session"))("title") : (await getTranslations("labels"))("session", { id }),
  };
}

export default async function SessionPage({ params, searchParams }: PageProps<"/session/[id]">) {
  const id = parseId((await params).id);
  if (id === null) notFound();
  const t = await getTranslations("session");
  const raw = await searchParams;
  const target = parseId(raw["turn"]);
  const from = parseId(raw["after"]) ?? (target === null ? null : target - CONTEXT - 1);
  const isFirst = from === null || from < 1;
  const result = await load((app) => viewSession(app, id, { after: isFirst ? -1 : from, limit: PAGE_SIZE }));
  if (!result.ok) {
    return (
      <View>
        <RetryProblem {...result.error} />
      </View>
    );
  }
  const { session, turns, next_after: next } = result.data;
  const href = `/session/${id}`;
  return (
    <View>
      <PageHeader
        title={
          <Breadcrumbs
            parents={[{ href: viewHref("/timeline", null), label: t("back") }]}
            current={<Title session={session} />}
          />
        }
      >
        <LivePill topic={{ session: id }} />
        <ForgetSession id={id} backHref={viewHref("/timeline", null)} />
      </PageHeader>
      <ScrollArea label={t("title")}>
        <SessionHead session={session} />
        {!isFirst && <Pager nextHref={null} firstHref={href} firstLabel={t("firstTurns")} />}
        {turns.length === 0 && <p className="px-6 py-10 text-center text-muted">{t("noTurns")}</p>}
        {turns.map((turn) => (
          <Turn key={turn.number} turn={turn} isTarget={turn.number === target} openEvent={parseId(raw["event"])} />
        ))}
        <Pager
          nextHref={next === null ? null : viewHref(href, null, { after: next })}
          firstHref={null}
          nextLabel={t("moreTurns")}
        />
      </ScrollArea>
    </View>
  );
}

function Title({ session }: { session: Session }) {
  const t = useTranslations("session");
  return session.title === null ? t("untitled") : <StoredText text={session.title} />;
}

function SessionHead({ session }: { session: Session }) {
  const t = useTranslations("session");
  const labels = useLabels();
  return (
    <div className="border-b bg-surface px-4 py-4 sm:px-6">
      <div className="mx-auto max-w-[760px]">
        <h2 className="stored text-title font-semibold">
          <Title session={session} />
        </h2>
        <div className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-1 text-meta text-muted">
          <SessionStateTag session={session} />
          <span className="stored">
            <StoredText text={session.project} />
          </span>
          {session.branch !== null && (
            <span className="stored">
              <StoredCode text={session.branch} />
            </span>
          )}
          <span title={session.host}>{labels.host(session.host)}</span>
          <span>{t("prompts", { count: session.prompts })}</span>
          <span>{t("events", { count: session.events })}</span>
          <span>{t("observations", { count: session.observations })}</span>
        </div>
        <dl className="mt-2 grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 text-meta">
          <dt className="text-muted">{t("started")}</dt>
          <dd>
            <Time at={session.started_at} show="absolute" />
          </dd>
          <dt className="text-muted">{t("last")}</dt>
          <dd>
            <Time at={session.last_event_at} show="absolute" />
          </dd>
          {session.cwd !== null && (
            <>
              <dt className="text-muted">{t("folder")}</dt>
              <dd className="stored">
                <StoredCode text={session.cwd} />
              </dd>
            </>
          )}
        </dl>
      </div>
    </div>
  );
}
