/** One receipt beside the feed. */
import type { Receipt } from "@/lib/contract/operations";
import { t } from "../strings";
import { SidePanel } from "../ui/side-panel";
import { ReceiptView } from "./receipt-view";

export function ReceiptPanel({ receipt, closeHref }: { receipt: Receipt; closeHref: string }) {
  return (
    <SidePanel title={t.receipt.title(receipt.entity)} closeHref={closeHref}>
      <ReceiptView receipt={receipt} />
    </SidePanel>
  );
}
