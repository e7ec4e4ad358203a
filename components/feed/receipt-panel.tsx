/** One receipt beside the feed. */
import { useTranslations } from "next-intl";
import type { Receipt } from "@/lib/contract/operations";
import { useLabels } from "../labels";
import { SidePanel } from "../ui/side-panel";
import { ReceiptView } from "./receipt-view";

export function ReceiptPanel({ receipt, closeHref }: { receipt: Receipt; closeHref: string }) {
  const t = useTranslations("activity");
  const labels = useLabels();
  return (
    <SidePanel title={t("receipt.title", { entity: labels.row(receipt.entity) })} closeHref={closeHref}>
      <ReceiptView receipt={receipt} />
    </SidePanel>
  );
}
