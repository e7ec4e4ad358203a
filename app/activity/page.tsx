/** Activity: every change by a person, an agent or a job, with its difference and Undo; receipts of deletions for good. */
import type { Metadata } from "next";
import { cookies } from "next/headers";
import { useTranslations } from "next-intl";
import { getTranslations } from "next-intl/server";
import { OperationItem } from "@/components/feed/operation-item";
import { ReceiptList } from "@/components/feed/receipt-list";
import { ReceiptPanel } from "@/components/feed/receipt-panel";
import { LivePill } from "@/components/live/live-pill";
import { RetryProblem } from "@/components/states/retry-problem";
import { EmptyState } from "@/components/states/states";
import { PageHeader, ScrollArea, View } from "@/components/ui/page";
import { Pager } from "@/components/ui/pager";
import { PANEL_COOKIE, PANEL_DEFAULT } from "@/components/ui/panel-width";
import { Split } from "@/components/ui/split";
import { hrefWith } from "@/components/url";
import { type OperationDetail, OperationListQuery, type Receipt } from "@/lib/contract/operations";
import { getOperation, listOperations } from "@/lib/operations/query";
import { getReceipt, listReceipts } from "@/lib/operations/receipts";
import { load } from "../_console/load";
import { flatten, parseId, parseParams } from "../_console/params";
import { previewsOf } from "../_console/previews";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("activity"))("title") };
}

const PAGE_SIZE = 50;
const MAX_RECEIPTS = 20;

export default async function ActivityPage({ searchParams }: PageProps<"/activity">) {
  const t = await getTranslations("activity");
  const raw = await searchParams;
  const query = parseParams(OperationListQuery, raw);
  const receiptId = parseId(raw["receipt"]);
  const params = new URLSearchParams(flatten(raw)).toString();
  const result = await load((app) => {
    const page = listOperations(app, { limit: PAGE_SIZE, cursor: query.cursor });
    const operations = page.items.map((operation) => getOperation(app, operation.id));
    return {
      operations,
      previews: previewsOf(app, operations),
      nextCursor: page.nextCursor,
      receipts: listReceipts(app, MAX_RECEIPTS),
      receipt: receiptId === null ? null : getReceipt(app, receiptId),
    };
  });
  const panelWidth = Number((await cookies()).get(PANEL_COOKIE)?.value ?? PANEL_DEFAULT);
  return (
    <View>
      <PageHeader title={t("title")}>
        <LivePill topic="operations" />
      </PageHeader>
      {result.ok ? (
        <Split
          initialWidth={panelWidth}
          panelLabel={t("receipts")}
          panel={
            result.data.receipt === null ? null : (
              <ReceiptPanel
                receipt={result.data.receipt}
                closeHref={hrefWith("/activity", params, { receipt: null })}
              />
            )
          }
        >
          <Feed {...result.data} params={params} isFirst={query.cursor === undefined} />
        </Split>
      ) : (
        <RetryProblem {...result.error} />
      )}
    </View>
  );
}

interface FeedProps {
  operations: OperationDetail[];
  previews: ReadonlyMap<number, string>;
  receipts: Receipt[];
  receipt: Receipt | null;
  nextCursor: string | null;
  params: string;
  isFirst: boolean;
}

function Feed({ operations, previews, receipts, receipt, nextCursor, params, isFirst }: FeedProps) {
  const t = useTranslations("activity");
  return (
    <ScrollArea label={t("title")}>
      {isFirst && receipts.length > 0 && (
        <ReceiptList receipts={receipts} current={receipt?.id ?? null} params={params} />
      )}
      {operations.length === 0 ? (
        <EmptyState title={t("emptyTitle")} text={t("emptyText")} />
      ) : (
        <ul aria-label={t("title")} className="divide-y border-b">
          {operations.map((operation) => (
            <li key={operation.id}>
              <OperationItem operation={operation} previews={previews} />
            </li>
          ))}
        </ul>
      )}
      <Pager
        nextHref={nextCursor === null ? null : hrefWith("/activity", params, { cursor: nextCursor, receipt: null })}
        firstHref={isFirst ? null : hrefWith("/activity", params, { cursor: null })}
      />
    </ScrollArea>
  );
}
