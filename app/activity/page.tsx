/** Activity: every change by a person, an agent or a job under filters, one of them beside the list, and the receipts of deletions for good. */
import { ArrowLeft, FileCheck2 } from "lucide-react";
import type { Metadata } from "next";
import { cookies } from "next/headers";
import Link from "next/link";
import { getTranslations } from "next-intl/server";
import { Suspense } from "react";
import { useTranslations } from "next-intl";
import { FeedFilters } from "@/components/feed/feed-filters";
import { FeedList } from "@/components/feed/feed-list";
import { OperationPanel } from "@/components/feed/operation-panel";
import { ReceiptList } from "@/components/feed/receipt-list";
import { ReceiptPanel } from "@/components/feed/receipt-panel";
import { LivePill } from "@/components/live/live-pill";
import { useNumbers } from "@/components/numbers";
import { RetryProblem } from "@/components/states/retry-problem";
import { EmptyState, NoMatch } from "@/components/states/states";
import { buttonStyles } from "@/components/ui/button";
import { FacetSkeleton } from "@/components/ui/facet-skeleton";
import { NarrowFold } from "@/components/ui/fold";
import { PageHeader, View } from "@/components/ui/page";
import { PANEL_COOKIE, PANEL_DEFAULT } from "@/components/ui/panel-width";
import { Split } from "@/components/ui/split";
import { hrefWith } from "@/components/url";
import type { OperationFilter } from "@/lib/contract/operations";
import { feedFacets } from "@/lib/operations/feed";
import { type ActivityAsked, type ActivityData, askedFor, readActivity } from "../_console/activity";
import { load } from "../_console/load";
import { flatten } from "../_console/params";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("activity"))("title") };
}

export default async function ActivityPage({ searchParams }: PageProps<"/activity">) {
  const t = await getTranslations("activity");
  const raw = await searchParams;
  const asked = askedFor(raw);
  const search = new URLSearchParams(flatten(raw)).toString();
  const result = await load((app) => readActivity(app, asked));
  const panelWidth = Number((await cookies()).get(PANEL_COOKIE)?.value ?? PANEL_DEFAULT);
  return (
    <View>
      <PageHeader title={asked.isReceipts ? t("receipts") : t("title")}>
        <LivePill topic="operations" />
        {result.ok && <ReceiptsLink asked={asked} count={result.data.receiptCount} search={search} />}
      </PageHeader>
      {result.ok ? (
        <Split
          initialWidth={panelWidth}
          panelLabel={asked.receipt === null ? t("title") : t("receipts")}
          panel={
            result.data.operation === null && result.data.receipt === null ? null : (
              <Panel data={result.data} asked={asked} search={search} />
            )
          }
        >
          {asked.isReceipts ? (
            <ReceiptList
              receipts={result.data.receipts}
              older={result.data.olderReceipts}
              current={result.data.receipt?.id ?? null}
              search={search}
            />
          ) : (
            <div className="flex min-h-0 min-w-0 flex-1 flex-col lg:flex-row">
              <NarrowFold
                label={t("filters")}
                className="scroll-area shrink-0 border-b max-lg:max-h-[50vh] lg:w-60 lg:border-r lg:border-b-0"
              >
                <Suspense key={search} fallback={<FacetSkeleton />}>
                  <Filters filter={asked.filter} search={search} />
                </Suspense>
              </NarrowFold>
              <Feed data={result.data} asked={asked} search={search} />
            </div>
          )}
        </Split>
      ) : (
        <RetryProblem {...result.error} />
      )}
    </View>
  );
}

interface PartProps {
  data: ActivityData;
  asked: ActivityAsked;
  search: string;
}

function ReceiptsLink({ asked, count, search }: Pick<PartProps, "asked" | "search"> & { count: number }) {
  const t = useTranslations("activity");
  const numbers = useNumbers();
  const style = buttonStyles({ size: "small", look: "quiet" });
  if (asked.isReceipts) {
    return (
      <Link href={hrefWith("/activity", search, { receipts: null, receipt: null })} className={style}>
        <ArrowLeft aria-hidden />
        {t("receiptsBack")}
      </Link>
    );
  }
  return (
    <Link href={hrefWith("/activity", search, { receipts: "all", peek: null })} prefetch={false} className={style}>
      <FileCheck2 aria-hidden />
      {t("receipts")}
      <span className="font-normal">{numbers.count(count)}</span>
    </Link>
  );
}

function Panel({ data, asked, search }: PartProps) {
  if (data.receipt !== null) {
    return <ReceiptPanel receipt={data.receipt} closeHref={hrefWith("/activity", search, { receipt: null })} />;
  }
  if (data.operation === null) return null;
  return <OperationPanel operation={data.operation} project={data.project} search={search} isWhole={asked.isWhole} />;
}

function Feed({ data, asked, search }: PartProps) {
  const t = useTranslations("activity");
  const isFiltered = Object.values(asked.filter).some((value) => value !== undefined);
  if (data.page.items.length === 0) {
    return (
      <div className="min-w-0 flex-1">
        {isFiltered ? (
          <NoMatch text={t("noMatch")} hint={t("noMatchHint")}>
            <Link href="/activity" className={buttonStyles()}>
              {t("clear")}
            </Link>
          </NoMatch>
        ) : (
          <EmptyState title={t("emptyTitle")} text={t("emptyText")} />
        )}
      </div>
    );
  }
  return (
    <FeedList
      page={data.page}
      query={asked.filter}
      search={search}
      open={data.operation?.id ?? null}
      isPanelOpen={data.operation !== null || data.receipt !== null}
    />
  );
}

/** Counted apart from the list, which need not wait for it. */
async function Filters({ filter, search }: { filter: OperationFilter; search: string }) {
  const result = await load((app) => feedFacets(app, filter));
  return result.ok ? <FeedFilters facets={result.data} query={filter} search={search} /> : null;
}
