/** What stands beside a list: a title, a way to close it, and a scroll area. */
import { useTranslations } from "next-intl";
import { X } from "lucide-react";
import Link from "next/link";
import type { ReactNode } from "react";
import { buttonStyles } from "./button";
import { ScrollArea } from "./page";

interface SidePanelProps {
  title: string;
  closeHref: string;
  /** Beside the closing cross. */
  actions?: ReactNode;
  children: ReactNode;
}

export function SidePanel({ title, closeHref, actions, children }: SidePanelProps) {
  const t = useTranslations("common");
  return (
    <>
      <div className="flex h-11 shrink-0 items-center gap-1 border-b px-4">
        <h2 className="min-w-0 flex-1 truncate font-semibold">{title}</h2>
        {actions}
        <Link
          href={closeHref}
          replace
          scroll={false}
          prefetch={false}
          data-close-panel
          aria-label={t("close")}
          title={t("close")}
          className={buttonStyles({ look: "quiet", size: "iconSmall" })}
        >
          <X aria-hidden />
        </Link>
      </div>
      <ScrollArea key={title} label={title} className="p-4">
        {children}
      </ScrollArea>
    </>
  );
}
