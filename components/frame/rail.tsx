"use client";
/** Navigation: a rail, icons alone below 1,100 px, a bar at the bottom below 640 px. */
import Link from "next/link";
import { usePathname, useSearchParams } from "next/navigation";
import type { ReactNode } from "react";
import { cn } from "@/lib/cn";
import { LiveMark } from "../live/live-mark";
import { t } from "../strings";
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
  const pathname = usePathname();
  const project = useSearchParams().get("project");
  return (
    <nav
      aria-label={t.nav.label}
      className="order-last flex h-[52px] items-center justify-around border-t bg-sunken px-1 pb-[env(safe-area-inset-bottom)] sm:order-first sm:h-auto sm:flex-col sm:items-stretch sm:justify-start sm:gap-0.5 sm:border-t-0 sm:border-r sm:p-2"
    >
      <ProjectSwitcher projects={projects} />
      <ul className="contents sm:mt-2 sm:flex sm:flex-col sm:gap-0.5">
        {VIEWS.map((view) => {
          const current = isCurrent(view.path, pathname);
          const Icon = view.icon;
          return (
            <li key={view.path}>
              <Link
                href={viewHref(view.path, project)}
                aria-current={current ? "page" : undefined}
                title={view.label}
                className={cn(
                  "relative flex size-11 items-center justify-center gap-2.5 rounded-control sm:h-8 sm:w-full lg:justify-start lg:px-2",
                  current ? "bg-selected font-medium text-text" : "text-muted hover:bg-hover hover:text-text",
                )}
              >
                <Icon aria-hidden className="size-[18px] shrink-0 sm:size-4" />
                <span className="sr-only lg:not-sr-only">{view.label}</span>
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
