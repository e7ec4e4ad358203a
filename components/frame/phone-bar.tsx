"use client";
/** Navigation below 640 px: four views at the bottom, the rest behind "More". */
import { Ellipsis } from "lucide-react";
import dynamic from "next/dynamic";
import { usePathname } from "next/navigation";
import { useTranslations } from "next-intl";
import { type ReactNode, useRef, useState } from "react";
import { cn } from "@/lib/cn";
import type { ProjectChoice } from "./project-choice";
import { RailLink } from "./rail-link";
import { isCurrent, VIEWS } from "./views";

const MoreSheet = dynamic(() => import("./more-sheet").then((module) => module.MoreSheet), { ssr: false });

interface PhoneBarProps {
  projects: ProjectChoice[];
  healthDot: ReactNode;
  waitingCount: ReactNode;
  /** A dot where something is wrong, else nothing. */
  alarm: ReactNode;
}

export function PhoneBar({ projects, healthDot, waitingCount, alarm }: PhoneBarProps) {
  const t = useTranslations();
  const [open, setOpen] = useState(false);
  const trigger = useRef<HTMLButtonElement>(null);
  const pathname = usePathname();
  const isBehind = !VIEWS.some((view) => view.isOnPhone && isCurrent(view.path, pathname));
  return (
    <nav
      aria-label={t("frame.views.label")}
      className="order-last border-t bg-sunken px-1 py-1 pb-[max(4px,env(safe-area-inset-bottom))] sm:hidden"
    >
      <ul className="grid grid-cols-5">
        {VIEWS.filter((view) => view.isOnPhone).map((view) => (
          <li key={view.path} className="min-w-0">
            <RailLink view={view} shape="bar">
              {view.path === "/review" && waitingCount}
            </RailLink>
          </li>
        ))}
        <li className="min-w-0">
          <button
            ref={trigger}
            type="button"
            aria-haspopup="dialog"
            aria-expanded={open}
            onClick={() => setOpen(true)}
            className={cn(
              "relative flex h-11 w-full min-w-0 flex-col items-center justify-center gap-0.5 rounded-control text-[11px] leading-4",
              isBehind ? "bg-selected font-medium text-text" : "text-muted hover:bg-hover hover:text-text",
            )}
          >
            <Ellipsis aria-hidden className="size-[18px]" />
            <span className="max-w-full truncate">{t("common.more")}</span>
            {alarm}
          </button>
        </li>
      </ul>
      {open && <MoreSheet projects={projects} healthDot={healthDot} trigger={trigger} onClose={() => setOpen(false)} />}
    </nav>
  );
}
