/** Receipts of deletions for good, newest first: rare, and looked at for proof. */
import { useTranslations } from "next-intl";
import Link from "next/link";
import { cn } from "@/lib/cn";
import type { Receipt } from "@/lib/contract/operations";
import { useLabels } from "../labels";
import { EmptyState } from "../states/states";
import { Time } from "../time/time";
import { ScrollArea } from "../ui/page";
import { Pager } from "../ui/pager";
import { Tag } from "../ui/tag";
import { hrefWith } from "../url";

interface ReceiptListProps {
  receipts: Receipt[];
  /** Where older ones go on; null = there are none. */
  older: number | null;
  current: number | null;
  search: string;
}

const TONES = { complete: "green", failed: "red", pending: "slate" } as const;

export function ReceiptList({ receipts, older, current, search }: ReceiptListProps) {
  const t = useTranslations("activity");
  const labels = useLabels();
  return (
    <ScrollArea label={t("receipts")}>
      {receipts.length === 0 && (
        <EmptyState title={t("receipts")} text={t("receiptsNone")}>
          <></>
        </EmptyState>
      )}
      <ul className="empty:hidden">
        {receipts.map((receipt) => (
          <li key={receipt.id}>
            <Link
              data-row
              href={hrefWith("/activity", search, { receipt: receipt.id, peek: null })}
              replace={current !== null}
              scroll={false}
              prefetch={false}
              aria-current={receipt.id === current ? "true" : undefined}
              className={cn(
                "flex min-h-11 items-center gap-3 border-b px-4 py-2",
                receipt.id === current ? "bg-selected" : "hover:bg-hover",
              )}
            >
              <span className="min-w-0 flex-1 truncate">
                {t("receipt.title", { entity: labels.row(receipt.entity) })}
              </span>
              <Tag tone={TONES[receipt.status]}>{t(`receipt.status.${receipt.status}`)}</Tag>
              <span className="text-meta text-muted">
                <Time at={receipt.requested_at} />
              </span>
            </Link>
          </li>
        ))}
      </ul>
      <Pager
        nextHref={older === null ? null : hrefWith("/activity", search, { receipts: older })}
        firstHref={null}
        nextLabel={t("receiptsMore")}
      />
    </ScrollArea>
  );
}
