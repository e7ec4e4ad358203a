/** A few rows of another view, with the way to all of them. */
import { useTranslations } from "next-intl";
import Link from "next/link";
import type { ReactNode } from "react";
import { Section } from "../ui/page";

interface BlockProps {
  title: string;
  href: string;
  /** Said when there are no rows. */
  empty: string;
  children: ReactNode[];
}

export function Block({ title, href, empty, children }: BlockProps) {
  const t = useTranslations("overview");
  return (
    <Section
      title={title}
      aside={
        <Link href={href} aria-label={t("seeAllOf", { title })} className="rounded-[4px] hover:text-text">
          {t("seeAll")}
        </Link>
      }
    >
      {children.length === 0 ? (
        <p className="rounded-panel border px-4 py-3 text-muted">{empty}</p>
      ) : (
        <ul className="overflow-hidden rounded-panel border bg-surface [&>li:last-child>*]:border-b-0">{children}</ul>
      )}
    </Section>
  );
}
