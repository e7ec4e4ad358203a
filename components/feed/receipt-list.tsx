/** Receipts of deletions for good, folded: rare, and looked at for proof. */
import { useTranslations } from "next-intl";
import Link from "next/link";
import type { Receipt } from "@/lib/contract/operations";
import { cn } from "@/lib/cn";
import { useNumbers } from "../numbers";
import { Time } from "../time/time";
import { Tag } from "../ui/tag";
import { useLabels } from "../labels";
import { hrefWith } from "../url";

interface ReceiptListProps {
  receipts: Receipt[];
  current: number | null;
  params: string;
}

export function ReceiptList({ receipts, current, params }: ReceiptListProps) {
  const t = useTranslations("activity");
  const labels = useLabels();
  const numbers = useNumbers();
  return (
    <details className="border-b" open={current !== null}>
      <summary className="flex h-9 items-center gap-2 px-4 font-medium">
        {t("receipts")}
        <span className="text-meta font-normal text-muted">{numbers.count(receipts.length)}</span>
      </summary>
      <ul className="border-t">
        {receipts.map((receipt) => (
          <li key={receipt.id}>
            <Link
              data-row
              href={hrefWith("/activity", params, { receipt: receipt.id })}
              replace={current !== null}
              scroll={false}
              prefetch={false}
              aria-current={receipt.id === current ? "true" : undefined}
              className={cn(
                "flex items-center gap-3 px-4 py-2",
                receipt.id === current ? "bg-selected" : "hover:bg-hover",
              )}
            >
              <span className="min-w-0 flex-1 truncate">
                {t("receipt.title", { entity: labels.row(receipt.entity) })}
              </span>
              <Tag tone={receipt.status === "complete" ? "green" : receipt.status === "failed" ? "red" : "slate"}>
                {t(`receipt.status.${receipt.status}`)}
              </Tag>
              <span className="text-meta text-muted">
                <Time at={receipt.requested_at} />
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </details>
  );
}
