/** The playground: the exact block that an agent would get, why each line is in it, and what a change would make of it. */
import type { Metadata } from "next";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { getTranslations } from "next-intl/server";
import { LivePill } from "@/components/live/live-pill";
import { PlaygroundBody } from "@/components/playground/body";
import { RetryProblem } from "@/components/states/retry-problem";
import { EmptyState, NoMatch } from "@/components/states/states";
import { buttonStyles } from "@/components/ui/button";
import { PageHeader, ScrollArea, View } from "@/components/ui/page";
import { hrefWith } from "@/components/url";
import { load } from "../_console/load";
import { flatten, parseParams } from "../_console/params";
import { BUDGET, PlaygroundQuery, PROMPT_MAX, readPlayground, usualBudget } from "../_console/playground";
import { weightFields } from "../_console/weights";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("playground"))("title") };
}

export default async function PlaygroundPage({ searchParams }: PageProps<"/playground">) {
  const t = await getTranslations("playground");
  const raw = await searchParams;
  const query = parseParams(PlaygroundQuery, raw);
  const search = new URLSearchParams(flatten(raw)).toString();
  const result = await load(async (app) => ({
    ...(await readPlayground(app, query)),
    fields: query.side === "weights" ? await weightFields(app) : [],
  }));
  return (
    <View>
      <PageHeader title={t("title")}>
        <LivePill topic="memories" />
      </PageHeader>
      {!result.ok ? (
        <RetryProblem {...result.error} />
      ) : result.data.found !== null ? (
        <PlaygroundBody
          {...result.data.found}
          fields={result.data.fields}
          query={query}
          search={search}
          limits={{ prompt: PROMPT_MAX, budget: BUDGET, usual: usualBudget(result.data.found.preview) }}
        />
      ) : (
        <NoProject name={query.project} search={search} isEmpty={result.data.projects.length === 0} />
      )}
    </View>
  );
}

function NoProject({ name, search, isEmpty }: { name: string | undefined; search: string; isEmpty: boolean }) {
  const t = useTranslations("playground");
  return (
    <ScrollArea label={t("title")}>
      {isEmpty || name === undefined ? (
        <EmptyState title={t("emptyTitle")} text={t("emptyText")} />
      ) : (
        <NoMatch text={t("unknownTitle", { name })}>
          <Link
            href={hrefWith("/playground", search, { project: null, folder: null, branch: null })}
            className={buttonStyles()}
          >
            {t("showLatest")}
          </Link>
        </NoMatch>
      )}
    </ScrollArea>
  );
}
