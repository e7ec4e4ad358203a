/** The panel beside the list. */
import { Maximize2, X } from "lucide-react";
import Link from "next/link";
import type { Memory } from "@/lib/contract/memory";
import type { OperationDetail } from "@/lib/contract/operations";
import { t } from "../strings";
import { m } from "../strings-memories";
import { buttonStyles } from "../ui/button";
import { ScrollArea } from "../ui/page";
import { MemoryDetail } from "./memory-detail";

interface MemoryPanelProps {
  memory: Memory;
  history: OperationDetail[];
  closeHref: string;
}

export function MemoryPanel({ memory, history, closeHref }: MemoryPanelProps) {
  return (
    <>
      <div className="flex h-11 shrink-0 items-center gap-1 border-b px-4">
        <h2 className="min-w-0 flex-1 truncate font-semibold">{m.panel(memory.id)}</h2>
        <Link
          href={`/memories/${memory.id}`}
          prefetch={false}
          aria-label={m.expand}
          title={m.expand}
          className={buttonStyles({ look: "quiet", size: "iconSmall" })}
        >
          <Maximize2 aria-hidden />
        </Link>
        <Link
          href={closeHref}
          replace
          scroll={false}
          prefetch={false}
          data-close-panel
          aria-label={t.common.close}
          title={t.common.close}
          className={buttonStyles({ look: "quiet", size: "iconSmall" })}
        >
          <X aria-hidden />
        </Link>
      </div>
      <ScrollArea key={memory.id} label={m.panel(memory.id)} className="p-4">
        <MemoryDetail memory={memory} history={history} />
      </ScrollArea>
    </>
  );
}
