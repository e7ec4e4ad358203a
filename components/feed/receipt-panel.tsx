/** One receipt beside the feed. */
import { X } from "lucide-react";
import Link from "next/link";
import type { Receipt } from "@/lib/contract/operations";
import { t } from "../strings";
import { buttonStyles } from "../ui/button";
import { ScrollArea } from "../ui/page";
import { ReceiptView } from "./receipt-view";

export function ReceiptPanel({ receipt, closeHref }: { receipt: Receipt; closeHref: string }) {
  const title = t.receipt.title(receipt.entity);
  return (
    <>
      <div className="flex h-11 shrink-0 items-center gap-1 border-b px-4">
        <h2 className="min-w-0 flex-1 truncate font-semibold">{title}</h2>
        <Link
          href={closeHref}
          replace
          scroll={false}
          prefetch={false}
          data-close-panel
          aria-label={t.common.close}
          title={t.common.close}
          className={buttonStyles({ look: "quiet", size: "iconSmall" })}
        >
          <X aria-hidden />
        </Link>
      </div>
      <ScrollArea label={title} className="p-4">
        <ReceiptView receipt={receipt} />
      </ScrollArea>
    </>
  );
}
