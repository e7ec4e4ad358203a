/** One observation on its own page: all of its text, where it comes from, and the way to let it in or to delete it. */
import type { Metadata } from "next";
import Link from "next/link";
import { notFound } from "next/navigation";
import { useTranslations } from "next-intl";
import { getTranslations } from "next-intl/server";
import { LivePill } from "@/components/live/live-pill";
import { ExclusionList } from "@/components/memories/exclusion-list";
import { DeleteObservation } from "@/components/sessions/delete-observation";
import { FileList, ObservationItem } from "@/components/sessions/learned";
import { RetryProblem } from "@/components/states/retry-problem";
import { StoredText } from "@/components/text/stored-text";
import { Time } from "@/components/time/time";
import { Breadcrumbs } from "@/components/ui/breadcrumbs";
import { Facts } from "@/components/ui/facts";
import { PageHeader, ScrollArea, View } from "@/components/ui/page";
import type { Observation } from "@/lib/contract/evidence";
import { listExclusions } from "@/lib/inject/exclusions";
import { requireObservation } from "@/lib/observations/service";
import { load } from "../../_console/load";
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
  const result = await load((app) => ({
    observation: requireObservation(app, id),
    exclusions: listExclusions(app, { observation: id, limit: MAX_EXCLUSIONS }).items,
  }));
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
          <div className="mx-auto max-w-[760px] space-y-4 p-4 sm:p-8">
            <ObservationItem observation={result.data.observation} />
            <Origin observation={result.data.observation} />
            <FileList read={result.data.observation.files_read} modified={result.data.observation.files_modified} />
            {result.data.exclusions.length > 0 && (
              <section aria-label={t("heldBack")} className="space-y-2">
                <h3 className="font-medium">{t("heldBack")}</h3>
                <p className="text-muted">{t("heldBackHint")}</p>
                <ExclusionList exclusions={result.data.exclusions} />
              </section>
            )}
          </div>
        </ScrollArea>
      ) : (
        <RetryProblem {...result.error} />
      )}
    </View>
  );
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
