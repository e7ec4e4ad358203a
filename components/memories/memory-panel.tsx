/** The panel beside the list. */
import { useTranslations } from "next-intl";
import { Maximize2 } from "lucide-react";
import Link from "next/link";
import type { Exclusion } from "@/lib/contract/exclusion";
import type { MemoryVersion } from "@/lib/contract/history";
import type { Memory } from "@/lib/contract/memory";
import type { OperationDetail } from "@/lib/contract/operations";
import type { ReviewPair } from "@/lib/contract/review";
import { buttonStyles } from "../ui/button";
import { SidePanel } from "../ui/side-panel";
import { MemoryDetail } from "./memory-detail";

interface MemoryPanelProps {
  memory: Memory;
  history: OperationDetail[];
  previews: ReadonlyMap<number, string>;
  exclusions: Exclusion[];
  versions: MemoryVersion[];
  pairs: ReviewPair[];
  project: string | null;
  closeHref: string;
}

export function MemoryPanel({ memory, closeHref, ...detail }: MemoryPanelProps) {
  const t = useTranslations("memories");
  const labels = useTranslations("labels");
  const expand = (
    <Link
      href={`/memories/${memory.id}`}
      prefetch={false}
      aria-label={t("expand")}
      title={t("expand")}
      className={buttonStyles({ look: "quiet", size: "iconSmall" })}
    >
      <Maximize2 aria-hidden />
    </Link>
  );
  return (
    <SidePanel title={labels("memory", { id: memory.id })} closeHref={closeHref} actions={expand}>
      <MemoryDetail memory={memory} {...detail} />
    </SidePanel>
  );
}
