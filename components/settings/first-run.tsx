/** Three ways to begin, for a store that holds nothing yet, and for who looks for them later. */
import { History, Plug, Sparkles } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { buttonStyles } from "../ui/button";
import { SampleButton } from "./sample-button";
import { CommandSnippet } from "./snippet";
import { IMPORT_HISTORY } from "./snippets";

interface FirstRunProps {
  isEmpty: boolean;
  transcripts: { folder: string; count: number; isMore: boolean };
}

export function FirstRun({ isEmpty, transcripts: { folder, count, isMore } }: FirstRunProps) {
  const t = useTranslations("settings");
  const found = count === 0 ? "first.historyNone" : isMore ? "first.historyMany" : "first.historyFound";
  return (
    <div className="mx-auto max-w-[960px] p-4 sm:p-6">
      <h2 className="text-title font-semibold">{t(isEmpty ? "first.title" : "first.titleLater")}</h2>
      <p className="mt-1 text-muted">{t("first.intro")}</p>
      <div className="mt-5 grid gap-4 md:grid-cols-3">
        <Way icon={<History aria-hidden />} title={t("first.historyTitle")}>
          <p className="stored text-muted">{t(found, { count, folder })}</p>
          <CommandSnippet words={IMPORT_HISTORY} label={t("transfer.copy")} />
          <Link href="/settings#transfer" className={buttonStyles()}>
            {t("first.historyLink")}
          </Link>
        </Way>
        <Way icon={<Plug aria-hidden />} title={t("first.connectTitle")}>
          <p className="text-muted">{t("first.connectText")}</p>
          <Link href="/settings#hosts" className={buttonStyles()}>
            {t("first.connectLink")}
          </Link>
        </Way>
        <Way icon={<Sparkles aria-hidden />} title={t("first.sampleTitle")}>
          <p className="text-muted">{t("first.sampleText")}</p>
          <SampleButton />
        </Way>
      </div>
    </div>
  );
}

function Way({ icon, title, children }: { icon: ReactNode; title: string; children: ReactNode }) {
  return (
    <section className="flex min-w-0 flex-col gap-2 rounded-panel border bg-surface p-4 [&>:last-child:not(:first-child)]:mt-auto [&>a,&>button]:self-start">
      <h3 className="flex items-center gap-2 font-semibold [&_svg]:size-4 [&_svg]:text-muted">
        {icon}
        {title}
      </h3>
      {children}
    </section>
  );
}
