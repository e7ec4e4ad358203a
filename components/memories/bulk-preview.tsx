"use client";
/** What will happen, counted: what changes from what to what, what stays as it is and why, and some of the rows by name. */
import { useTranslations } from "next-intl";
import { ArrowRight, Minus, Plus, TriangleAlert } from "lucide-react";
import type { MemoryBulkPreview } from "@/lib/contract/memory-bulk";
import type { Fetched } from "../list/fetch-json";
import { useNumbers } from "../numbers";
import { useErrorWords } from "../states/error-words";
import { KeyText, StoredText } from "../text/stored-text";
import { Time } from "../time/time";

const EXAMPLES = 5;
type By = MemoryBulkPreview["by"][number];

interface BulkPreviewProps {
  preview: Fetched<MemoryBulkPreview> | null;
  isWaiting: boolean;
}

/** Keeps its height, so that the buttons below do not move when the answer comes. */
export function BulkPreviewView({ preview, isWaiting }: BulkPreviewProps) {
  const t = useTranslations("memories");
  const states = useTranslations("states");
  const wordsOf = useErrorWords();
  return (
    <section
      aria-label={t("bulk.preview")}
      aria-busy={isWaiting}
      className="mt-3 min-h-40 rounded-panel border bg-sunken p-3"
    >
      {preview === null ? (
        <p className="text-muted">{t(isWaiting ? "bulk.counting" : "bulk.sayWhat")}</p>
      ) : preview.ok ? (
        <Preview preview={preview.data} />
      ) : (
        <p role="alert" className="stored text-red">
          {preview.error.message === "" ? states("server") : wordsOf(preview.error).message}
        </p>
      )}
    </section>
  );
}

function Preview({ preview }: { preview: MemoryBulkPreview }) {
  const t = useTranslations("memories");
  const numbers = useNumbers();
  const { changes, by, touched, skipped, examples } = preview;
  return (
    <div className="space-y-3">
      <p role="status" className="font-medium">
        {t("bulk.changes", { count: changes })}
      </p>
      {by.length > 0 && (
        <ul className="space-y-0.5">
          {by.map((change) => (
            <li key={`${change.field} ${change.from} ${change.to}`} className="flex items-center gap-2">
              <span className="flex min-w-0 flex-1 items-center gap-1.5">
                <Change change={change} />
              </span>
              <span className="shrink-0 text-muted">{numbers.count(change.count)}</span>
            </li>
          ))}
        </ul>
      )}
      {touched.pinned > 0 && <Warning text={t("bulk.pinned", { count: touched.pinned })} />}
      {touched.often > 0 && <Warning text={t("bulk.often", { count: touched.often })} />}
      {skipped.length > 0 && (
        <div>
          <p className="font-medium">{t("bulk.leftOver", { count: preview.skipped_total })}</p>
          <ul className="mt-0.5 space-y-0.5 text-muted">
            {skipped.map(({ code, count }) => (
              <li key={code} className="flex gap-2">
                <span className="min-w-0 flex-1">{t(`bulk.why.${code}`)}</span>
                <span className="shrink-0">{numbers.count(count)}</span>
              </li>
            ))}
          </ul>
        </div>
      )}
      {examples.length > 0 && (
        <ul className="space-y-1 border-t pt-2">
          {examples.slice(0, EXAMPLES).map((example) => (
            <li key={example.id} className="min-w-0">
              <p className="truncate text-muted">
                <KeyText oneLine text={example.key} />
              </p>
              <p className="truncate">
                <StoredText text={example.value} />
              </p>
            </li>
          ))}
          {changes > EXAMPLES && (
            <li className="text-muted">{t("bulk.more", { count: changes - Math.min(EXAMPLES, examples.length) })}</li>
          )}
        </ul>
      )}
    </div>
  );
}

function Warning({ text }: { text: string }) {
  return (
    <p className="flex items-start gap-1.5">
      <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-orange" />
      {text}
    </p>
  );
}

function Change({ change: { field, from, to } }: { change: By }) {
  const t = useTranslations("memories");
  if (field === "tags") {
    const Icon = from === null ? Plus : Minus;
    return (
      <>
        <Icon aria-hidden className="size-3.5 shrink-0 text-muted" />
        <span className="sr-only">{t(from === null ? "bulk.tagComes" : "bulk.tagGoes")}</span>
        <span className="min-w-0 truncate">
          <StoredText text={String(to ?? from ?? "")} />
        </span>
      </>
    );
  }
  return (
    <>
      <span className="min-w-0 truncate text-muted">
        <Value field={field} value={from} />
      </span>
      <ArrowRight aria-hidden className="size-3.5 shrink-0 text-muted" />
      <span className="sr-only">{t("bulk.becomes")}</span>
      <span className="min-w-0 truncate">
        <Value field={field} value={to} />
      </span>
    </>
  );
}

type Field = Exclude<By["field"], "tags">;
const STATUSES = ["active", "archived", "superseded", "deleted"] as const;
const TIERS = ["pinned", "normal", "reference"] as const;

function Value({ field, value }: { field: Field; value: string | number | null }) {
  const t = useTranslations("memories");
  const labels = useTranslations("labels");
  const common = useTranslations("common");
  switch (field) {
    case "status": {
      const status = STATUSES.find((one) => one === value);
      return status === undefined ? value : labels(`status.${status}`);
    }
    case "tier": {
      const tier = TIERS.find((one) => one === value);
      return tier === undefined ? value : labels(`tier.${tier}`);
    }
    case "project":
      return value === null ? common("allProjects") : <StoredText text={String(value)} />;
    case "importance":
      return value;
    case "expires_at":
      if (value === null) return t("bulk.never");
      return typeof value === "number" ? <Time at={value} show="absolute" /> : t("bulk.aDay");
  }
}
