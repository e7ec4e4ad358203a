"use client";
/** Navigation: a rail, icons alone below 1,100 px, a bar at the bottom below 640 px. */
import Link from "next/link";
import { usePathname, useSearchParams } from "next/navigation";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { cn } from "@/lib/cn";
import { LiveMark } from "../live/live-mark";
import { viewHref } from "../url";
import { FrameMenu } from "./frame-menu";
import { ProjectSwitcher, type ProjectChoice } from "./project-switcher";
import { isCurrent, VIEWS } from "./views";

interface RailProps {
  projects: ProjectChoice[];
  /** Arrive later than the rail itself. */
  healthDot: ReactNode;
  waitingCount: ReactNode;
}

export function Rail({ projects, healthDot, waitingCount }: RailProps) {
  const t = useTranslations("frame");
  const pathname = usePathname();
  const project = useSearchParams().get("project");
  return (
    <nav
      aria-label={t("views.label")}
      className="order-last flex h-[52px] items-center justify-around border-t bg-sunken px-1 pb-[env(safe-area-inset-bottom)] sm:order-first sm:h-auto sm:flex-col sm:items-stretch sm:justify-start sm:gap-0.5 sm:border-t-0 sm:border-r sm:p-2"
    >
      <ProjectSwitcher projects={projects} />
      <ul className="flex min-w-0 flex-1 overflow-x-auto [scrollbar-width:none] sm:mt-2 sm:flex-none sm:flex-col sm:gap-0.5 sm:overflow-visible">
        {VIEWS.map((view) => {
          const current = isCurrent(view.path, pathname);
          const Icon = view.icon;
          const label = t(`views.${view.name}`);
          return (
            <li key={view.path}>
              <Link
                href={viewHref(view.path, project)}
                aria-current={current ? "page" : undefined}
                title={label}
                className={cn(
                  "relative flex size-11 items-center justify-center gap-2.5 rounded-control sm:h-8 sm:w-full lg:justify-start lg:px-2",
                  current ? "bg-selected font-medium text-text" : "text-muted hover:bg-hover hover:text-text",
                )}
              >
                <Icon aria-hidden className="size-[18px] shrink-0 sm:size-4" />
                <span className="sr-only lg:not-sr-only">{label}</span>
                {view.path === "/memories" && waitingCount}
                {view.path === "/health" && healthDot}
              </Link>
            </li>
          );
        })}
      </ul>
      <div className="contents sm:mt-auto sm:flex sm:flex-col sm:gap-1">
        <LiveMark />
        <FrameMenu />
      </div>
    </nav>
  );
}
