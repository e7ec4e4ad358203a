/**
 * A session, turn by turn, as it happened. `?turn=` opens at a turn, `?event=` unfolds and marks a tool call or an answer,
 * `?after=` pages on.
 */
import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { Suspense } from "react";
import { ArrowLeft, ArrowRight } from "lucide-react";
import Link from "next/link";
import { LivePill } from "@/components/live/live-pill";
import { ForgetSession } from "@/components/sessions/forget-session";
import { Outline } from "@/components/sessions/outline";
import { SessionPauses } from "@/components/pauses/session-pauses";
import { ReadAgain } from "@/components/sessions/read-again";
import { ReadingState } from "@/components/sessions/reading-state";
import { SessionHead } from "@/components/sessions/session-head";
import { SessionYieldView } from "@/components/sessions/session-yield";
import { Turn } from "@/components/sessions/turn";
import { TurnHash } from "@/components/sessions/turn-hash";
import { NoMatchPage } from "@/components/states/not-found";
import { RetryProblem } from "@/components/states/retry-problem";
import { Breadcrumbs } from "@/components/ui/breadcrumbs";
import { buttonStyles } from "@/components/ui/button";
import { NarrowFold } from "@/components/ui/fold";
import { PageHeader, ScrollArea, View } from "@/components/ui/page";
import { Pager } from "@/components/ui/pager";
import { viewHref } from "@/components/url";
import { modelForTurns } from "@/lib/extract/again";
import { aroundSession, yieldOfSession } from "@/lib/sessions/around";
import { pausesOf } from "@/lib/pauses/query";
import { isForgotten } from "@/lib/sessions/query";
import { viewSession } from "@/lib/sessions/service";
import { attempt } from "../../_console/load";
import { parseId } from "../../_console/params";

const PAGE_SIZE = 15;
/** Turns shown above the one that the address names. */
const CONTEXT = 2;
/** Characters of a tool's answer on this page; the panel of the timeline has more. */
const TEXT = 4_000;

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
  const labels = await getTranslations("labels");
  const raw = await searchParams;
  const target = parseId(raw["turn"]);
  const event = parseId(raw["event"]);
  const from = parseId(raw["after"]) ?? (target === null ? null : target - CONTEXT - 1);
  const isFirst = from === null || from < 1;
  const isWhole = target !== null && (event !== null || raw["all"] !== undefined);
  const result = await attempt((app) => {
    const view = viewSession(app, id, {
      after: isFirst ? -1 : from,
      limit: PAGE_SIZE,
      cap: TEXT,
      ...(isWhole ? { whole: target } : {}),
    });
    return {
      ...view,
      around: aroundSession(app, view.session),
      pauses: pausesOf(app.db, "session", id),
      model: modelForTurns(app, view.session.project_id),
    };
  });
  if (!result.ok && result.error.code === "not_found") {
    const isGone = await attempt((app) => isForgotten(app.db, id));
    if (isGone.ok && !isGone.data) notFound();
    if (isGone.ok)
      return (
        <NoMatchPage title={t("forgottenTitle", { id })} text={t("forgottenWhat")}>
          <Link href="/activity" className={buttonStyles({ look: "primary" })}>
            {t("forgottenUndo")}
          </Link>
        </NoMatchPage>
      );
  }
  if (!result.ok) {
    return (
      <View>
        <RetryProblem {...result.error} />
      </View>
    );
  }
  const { session, turns, next_after: next, around, pauses, model } = result.data;
  const href = `/session/${id}`;
  const [first, last] = [turns[0]?.number, turns.at(-1)?.number];
  const shown = first === undefined || last === undefined ? null : { first, last };
  const rest = (
    <>
      {turns.length === 0 && <p className="px-6 py-10 text-center text-muted">{t("noTurns")}</p>}
      {turns.map((turn) => (
        <Turn
          key={turn.number}
          session={session}
          turn={turn}
          isTarget={turn.number === target}
          openEvent={event}
          model={model}
        />
      ))}
      <Pager
        nextHref={next === null ? null : viewHref(href, null, { after: next })}
        firstHref={null}
        nextLabel={t("moreTurns")}
      />
      <TurnHash target={event !== null ? `event-${event}` : target !== null ? `turn-${target}` : null} />
    </>
  );
  return (
    <View>
      <PageHeader
        title={
          <Breadcrumbs
            parents={[{ href: viewHref("/timeline", null), label: t("back") }]}
            current={labels("session", { id })}
          />
        }
      >
        <LivePill topic={{ session: id }} />
        <ReadingState count={around.reading} />
        <nav aria-label={t("title")} className="flex">
          {around.beside.earlier !== null && (
            <Beside href={`/session/${around.beside.earlier}`} label={t("earlierSession")} isLater={false} />
          )}
          {around.beside.later !== null && (
            <Beside href={`/session/${around.beside.later}`} label={t("laterSession")} isLater />
          )}
        </nav>
        <ReadAgain id={id} count={around.turns.filter(({ isPrivate }) => !isPrivate).length} model={model} />
        <ForgetSession id={id} backHref={viewHref("/timeline", null)} />
      </PageHeader>
      <div className="flex min-h-0 min-w-0 flex-1 flex-col lg:flex-row">
        {around.turns.length > 1 && (
          <NarrowFold
            label={t("outlineOf", { count: around.turns.length })}
            className="scroll-area max-h-[50%] shrink-0 border-b lg:max-h-none lg:w-[220px] lg:border-r lg:border-b-0"
          >
            <Outline id={id} turns={around.turns} shown={shown} target={target} />
          </NarrowFold>
        )}
        <ScrollArea label={t("title")}>
          {isFirst ? (
            <>
              <SessionHead
                session={session}
                turns={around.turns.length}
                task={around.task}
                injected={around.injected}
              />
              <SessionPauses session={session} pauses={pauses} />
              {/* The turns stand below what came of them, and come with it: it would push them away. */}
              <Suspense fallback={<div aria-hidden className="h-[104px] border-b" />}>
                <Yield id={id} project={session.project} />
                {rest}
              </Suspense>
            </>
          ) : (
            <>
              <Pager nextHref={null} firstHref={href} firstLabel={t("firstTurns")} />
              {rest}
            </>
          )}
        </ScrollArea>
      </div>
    </View>
  );
}

async function Yield({ id, project }: { id: number; project: string }) {
  const found = await attempt((app) => yieldOfSession(app, id));
  return found.ok ? <SessionYieldView project={project} {...found.data} /> : <RetryProblem {...found.error} />;
}

function Beside({ href, label, isLater }: { href: string; label: string; isLater: boolean }) {
  const Icon = isLater ? ArrowRight : ArrowLeft;
  return (
    <Link
      href={href}
      prefetch={false}
      aria-label={label}
      title={label}
      className={buttonStyles({ look: "quiet", size: "iconSmall" })}
    >
      <Icon aria-hidden />
    </Link>
  );
}
