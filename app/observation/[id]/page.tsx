/** One observation on its own page: all of its text, where it comes from, and the way to let it in or to delete it. */
import type { Metadata } from "next";
import Link from "next/link";
import { notFound } from "next/navigation";
import { useTranslations } from "next-intl";
import { getTranslations } from "next-intl/server";
import { Suspense } from "react";
import { LivePill } from "@/components/live/live-pill";
import { ExclusionList } from "@/components/memories/exclusion-list";
import { DeleteObservation } from "@/components/sessions/delete-observation";
import { Neighbours, NeighboursSkeleton } from "@/components/memories/neighbours";
import { Provenance } from "@/components/memories/provenance";
import { FileList } from "@/components/sessions/learned";
import { ObservationBody } from "@/components/sessions/observation-body";
import { RetryProblem } from "@/components/states/retry-problem";
import { StoredText } from "@/components/text/stored-text";
import { Time } from "@/components/time/time";
import { Breadcrumbs } from "@/components/ui/breadcrumbs";
import { Facts } from "@/components/ui/facts";
import { PageHeader, ScrollArea, Section, View } from "@/components/ui/page";
import type { Observation } from "@/lib/contract/evidence";
import type { SourceRef } from "@/lib/contract/memory";
import { listExclusions } from "@/lib/inject/exclusions";
import { MemoryNeighboursQuery } from "@/lib/contract/memory-page";
import { memoriesNearText } from "@/lib/memories/near";
import { sourceTurns } from "@/lib/memories/related";
import { requireObservation } from "@/lib/observations/service";
import { attempt, load } from "../../_console/load";
import { parseId } from "../../_console/params";

const MAX_EXCLUSIONS = 100;

export async function generateMetadata({ params }: PageProps<"/observation/[id]">): Promise<Metadata> {
  const id = parseId((await params).id);
  const t = await getTranslations("observation");
  return { title: id === null ? t("title") : t("named", { id }) };
}

export default async function ObservationPage({ params }: PageProps<"/observation/[id]">) {
  const id = parseId((await params).id);
  if (id === null) notFound();
  const t = await getTranslations("observation");
  const memory = await getTranslations("memory");
  const result = await load((app) => {
    const observation = requireObservation(app, id);
    return {
      observation,
      turns: sourceTurns(app, sourcesOf(observation), { observation: id }),
      exclusions: listExclusions(app, { observation: id, limit: MAX_EXCLUSIONS }).items,
    };
  });
  return (
    <View>
      <PageHeader
        title={<Breadcrumbs parents={[{ href: "/search", label: t("search") }]} current={t("named", { id })} />}
      >
        <LivePill topic="sessions" />
        {result.ok && <DeleteObservation id={id} />}
      </PageHeader>
      {result.ok ? (
        <ScrollArea label={t("named", { id })}>
          <div className="mx-auto max-w-[760px] space-y-6 p-4 sm:p-8">
            <ObservationBody observation={result.data.observation} />
            <Origin observation={result.data.observation} />
            <FileList read={result.data.observation.files_read} modified={result.data.observation.files_modified} />
            {result.data.exclusions.length > 0 && (
              <section aria-label={t("heldBack")} className="space-y-2">
                <h2 className="font-medium">{t("heldBack")}</h2>
                <p className="text-muted">{t("heldBackHint")}</p>
                <ExclusionList exclusions={result.data.exclusions} />
              </section>
            )}
            <Section title={memory("provenance")}>
              <Provenance turns={result.data.turns} total={result.data.turns.length} empty={t("savedByHand")} />
            </Section>
            <Section title={t("nearMemories")}>
              <Suspense fallback={<NeighboursSkeleton />}>
                <Near observation={result.data.observation} />
              </Suspense>
            </Section>
          </div>
        </ScrollArea>
      ) : (
        <RetryProblem {...result.error} />
      )}
    </View>
  );
}

/** Notes that were saved by hand name no source, but may stand in a turn. */
function sourcesOf({ sources, session_id: session, turn }: Observation): SourceRef[] {
  const own = session === null || turn === null ? [] : [{ session_id: session, turn }];
  return sources.length > 0 ? sources : own;
}

async function Near({ observation }: { observation: Observation }) {
  const { title, summary, project_id: projectId } = observation;
  const text = summary === "" ? title : summary;
  const near = await attempt((app) =>
    memoriesNearText(app, { text, projectId }, MemoryNeighboursQuery.parse({ limit: 5 })),
  );
  return near.ok ? <Neighbours memory={null} near={near.data} /> : <RetryProblem {...near.error} />;
}

function Origin({ observation }: { observation: Observation }) {
  const t = useTranslations("observation");
  const { project, created_at: at, session_id: session, turn } = observation;
  return (
    <Facts
      rows={[
        [t("project"), project === null ? t("noProject") : <StoredText key="project" text={project} />],
        [t("when"), <Time key="when" at={at} show="absolute" />],
        [
          t("from"),
          session === null ? (
            t("savedByHand")
          ) : (
            <Link
              key="from"
              href={turn === null ? `/session/${session}` : `/session/${session}?turn=${turn}#turn-${turn}`}
            >
              {t("session", { id: session })}
            </Link>
          ),
        ],
      ]}
    />
  );
}
