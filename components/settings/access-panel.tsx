/** Who reaches the server, and where its files lie. */
import Link from "next/link";
import { useTranslations } from "next-intl";
import { StoredCode } from "../text/stored-text";
import { Facts } from "../ui/facts";

interface AccessPanelProps {
  home: string;
  listens: string;
  isTokenRequired: boolean;
}

export function AccessPanel({ home, listens, isTokenRequired }: AccessPanelProps) {
  const t = useTranslations("settings.access");
  return (
    <div className="space-y-3 rounded-panel border bg-surface p-3">
      <Facts
        rows={[
          [t("listens"), <StoredCode key="l" text={listens} />],
          [t("token"), isTokenRequired ? t("tokenRequired", { file: `${home}/token` }) : t("tokenNot")],
          [t("home"), <StoredCode key="h" text={home} />],
        ]}
      />
      <p className="text-muted">
        {t("backups")}{" "}
        <Link href="/health" className="text-accent-soft underline underline-offset-2">
          {t("health")}
        </Link>
      </p>
    </div>
  );
}
