/** Who reaches the server, and where its files lie. */
import Link from "next/link";
import { useTranslations } from "next-intl";
import { StoredCode } from "../text/stored-text";
import { Facts } from "../ui/facts";
import { TokenButton } from "./token-button";

interface AccessPanelProps {
  home: string;
  tokenFile: string;
  listens: string;
  isTokenRequired: boolean;
}

export function AccessPanel({ home, tokenFile, listens, isTokenRequired }: AccessPanelProps) {
  const t = useTranslations("settings.access");
  return (
    <div className="space-y-3 rounded-panel border bg-surface p-3">
      <Facts
        rows={[
          [t("listens"), <StoredCode key="l" text={listens} />],
          [t("token"), isTokenRequired ? t("tokenRequired") : t("tokenNot")],
          [t("tokenFile"), <StoredCode key="t" text={tokenFile} />],
          [t("home"), <StoredCode key="h" text={home} />],
        ]}
      />
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <TokenButton />
        <p className="min-w-0 flex-1 basis-60 text-meta text-muted">{t("rotateHint")}</p>
      </div>
      <p className="text-muted">
        {t("backups")}{" "}
        <Link href="/health" className="text-accent-soft underline underline-offset-2">
          {t("health")}
        </Link>
      </p>
    </div>
  );
}
