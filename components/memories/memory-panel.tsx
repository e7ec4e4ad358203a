/** The panel beside the list. */
import { useTranslations } from "next-intl";
import { Maximize2 } from "lucide-react";
import Link from "next/link";
import type { ReactNode } from "react";
import { buttonStyles } from "../ui/button";
import { SidePanel } from "../ui/side-panel";

interface MemoryPanelProps {
  id: number;
  closeHref: string;
  children: ReactNode;
}

export function MemoryPanel({ id, closeHref, children }: MemoryPanelProps) {
  const t = useTranslations("memories");
  const labels = useTranslations("labels");
  const expand = (
    <Link
      href={`/memories/${id}`}
      prefetch={false}
      aria-label={t("expand")}
      title={t("expand")}
      className={buttonStyles({ look: "quiet", size: "iconSmall" })}
    >
      <Maximize2 aria-hidden />
    </Link>
  );
  return (
    <SidePanel title={labels("memory", { id })} closeHref={closeHref} actions={expand}>
      {children}
    </SidePanel>
  );
}
