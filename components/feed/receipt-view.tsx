/** The proof of a deletion for good: every holder, what was found in it and what was removed. */
import { useTranslations } from "next-intl";
import { CircleAlert, CircleCheck, LoaderCircle } from "lucide-react";
import type { Receipt } from "@/lib/contract/operations";
import { useNumbers } from "../numbers";
import { Time } from "../time/time";
import { ReceiptPoll } from "./receipt-poll";

export function ReceiptView({ receipt }: { receipt: Receipt }) {
  const t = useTranslations("activity");
  const numbers = useNumbers();
  return (
    <div className="space-y-4">
      {receipt.status === "pending" && <ReceiptPoll />}
      <ReceiptStatus receipt={receipt} />
      {receipt.holders.length > 0 && (
        <table className="w-full text-right">
          <thead>
            <tr className="border-b text-meta text-muted">
              <th scope="col" className="py-1 text-left font-medium">
                {t("receipt.holder")}
              </th>
              <th scope="col" className="py-1 font-medium">
                {t("receipt.found")}
              </th>
              <th scope="col" className="py-1 font-medium">
                {t("receipt.removed")}
              </th>
            </tr>
          </thead>
          <tbody>
            {receipt.holders.map((holder) => (
              <tr key={holder.holder} className="border-b">
                <th scope="row" className="py-1.5 text-left font-mono text-meta font-normal">
                  {holder.holder}
                </th>
                <td>{numbers.count(holder.found)}</td>
                <td>{numbers.count(holder.removed)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 text-meta">
        <dt className="text-muted">{t("receipt.requested")}</dt>
        <dd>
          <Time at={receipt.requested_at} show="absolute" />
        </dd>
        {receipt.completed_at !== null && (
          <>
            <dt className="text-muted">{t("receipt.completed")}</dt>
            <dd>
              <Time at={receipt.completed_at} show="absolute" />
            </dd>
          </>
        )}
      </dl>
    </div>
  );
}

function ReceiptStatus({ receipt }: { receipt: Receipt }) {
  const t = useTranslations("activity");
  const Icon = { pending: LoaderCircle, complete: CircleCheck, failed: CircleAlert }[receipt.status];
  const colour = { pending: "text-muted", complete: "text-green", failed: "text-red" }[receipt.status];
  return (
    <div role="status" className="flex items-start gap-2.5">
      <Icon aria-hidden className={`mt-0.5 size-4 shrink-0 ${colour}`} />
      <div className="min-w-0">
        <p className="font-medium">{t(`receipt.state.${receipt.status}`)}</p>
        {receipt.status === "pending" && <p className="text-muted">{t("receipt.pendingHint")}</p>}
        {receipt.error !== null && <p className="stored text-muted">{receipt.error}</p>}
      </div>
    </div>
  );
}
