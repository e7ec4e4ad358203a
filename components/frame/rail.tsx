"use client";
/** Navigation from 640 px on: a rail, icons alone below 1,100 px. */
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { LiveMark } from "../live/live-mark";
import { FrameMenu } from "./frame-menu";
import type { ProjectChoice } from "./project-choice";
import { ProjectSwitcher } from "./project-switcher";
import { RailLink } from "./rail-link";
import { RailTip } from "./rail-tip";
import { VIEWS } from "./views";

interface RailProps {
  projects: ProjectChoice[];
  /** Arrive later than the rail itself. */
  healthDot: ReactNode;
  waitingCount: ReactNode;
}

export function Rail({ projects, healthDot, waitingCount }: RailProps) {
  const t = useTranslations("frame");
  return (
    <nav aria-label={t("views.label")} className="hidden min-h-0 flex-col gap-0.5 border-r bg-sunken p-2 sm:flex">
      <ProjectSwitcher projects={projects} />
      <ul className="scroll-area mt-2 -mr-2 flex min-h-0 flex-col gap-0.5 p-0.5 pr-2.5 -ml-0.5">
        {VIEWS.map((view) => (
          <li key={view.path}>
            <RailLink view={view} shape="rail">
              {view.path === "/review" && waitingCount}
              {view.path === "/health" && healthDot}
            </RailLink>
          </li>
        ))}
      </ul>
      <div className="mt-auto flex shrink-0 flex-col gap-1 short:gap-0">
        <LiveMark />
        <FrameMenu />
      </div>
      <RailTip />
    </nav>
  );
}
