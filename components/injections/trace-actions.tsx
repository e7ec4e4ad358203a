"use client";
/** What can be done about an entry of a block: its pin at once, the rest from a menu that is loaded when it is asked for. */
import { useTranslations } from "next-intl";
import { Ellipsis, Pin } from "lucide-react";
import dynamic from "next/dynamic";
import { useRef, useState, useTransition } from "react";
import { editMemory } from "@/app/memories/actions";
import type { TraceSubject } from "@/lib/contract/inject";
import { useChange } from "../change/change-context";
import { Button } from "../ui/button";

const TraceMenu = dynamic(() => import("./trace-menu").then((module) => module.TraceMenu), { ssr: false });

export interface TraceActionsProps {
  id: number;
  type: "memory" | "observation";
  /** "Memory 12". */
  name: string;
  tier: TraceSubject["tier"];
  status: string;
  /** Where "never inject in …" may mean: the view's project and its own. */
  projects: string[];
  /** The exclusion that keeps it out; null = none does. */
  exclusion: number | null;
}

export function TraceActions(props: TraceActionsProps) {
  const { id, type, name, tier, status } = props;
  const t = useTranslations("injections");
  const change = useChange();
  const [pending, startTransition] = useTransition();
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const isPinned = tier === "pinned";
  const pin = () =>
    startTransition(async () => {
      await change.run(
        () => editMemory(id, { tier: isPinned ? "normal" : "pinned" }),
        t(isPinned ? "done.unpinned" : "done.pinned"),
      );
    });
  return (
    <div className="flex shrink-0 items-start" data-no-print>
      {type === "memory" && status === "active" && (
        <Button
          look="quiet"
          size="iconSmall"
          disabled={pending}
          aria-pressed={isPinned}
          aria-label={t("act.pinOf", { name })}
          title={t(isPinned ? "act.unpin" : "act.pin")}
          className={isPinned ? "text-amber" : undefined}
          onClick={pin}
        >
          <Pin aria-hidden className={isPinned ? "fill-current" : undefined} />
        </Button>
      )}
      <Button
        ref={button}
        look="quiet"
        size="iconSmall"
        aria-haspopup="menu"
        aria-expanded={open}
        aria-label={t("act.more", { name })}
        onClick={() => setOpen(true)}
      >
        <Ellipsis aria-hidden />
      </Button>
      {open && <TraceMenu {...props} anchor={button} onClose={() => setOpen(false)} />}
    </div>
  );
}
