"use client";
/** Everything that the whole page shares: theme, time, live line, changes, toasts. */
import { useTranslations } from "next-intl";
import { ThemeProvider, useTheme } from "next-themes";
import type { ReactNode } from "react";
import { Toaster } from "sonner";
import { ChangeProvider } from "../change/change-context";
import { LiveProvider } from "../live/live-context";
import { Outage } from "../live/outage";
import { TimeProvider } from "../time/time-context";
import { ProgramProvider } from "./program-context";
import { VisitMark } from "./visit-mark";
import { FrameProvider } from "./frame-context";
import type { ProjectChoice } from "./project-choice";

interface ProvidersProps {
  /** Of the page's policy: the theme's inline script needs it. */
  nonce: string | undefined;
  serverNow: number;
  serverZone: string;
  /** Last activity that the page may show. */
  activityId: number | null;
  projects: ProjectChoice[];
  /** Path of the program's file; null where it is not known. */
  program: string | null;
  children: ReactNode;
}

export function Providers({ nonce, serverNow, serverZone, activityId, projects, program, children }: ProvidersProps) {
  return (
    <ThemeProvider nonce={nonce} attribute="class" defaultTheme="system" enableSystem disableTransitionOnChange>
      <TimeProvider serverNow={serverNow} serverZone={serverZone}>
        <LiveProvider after={activityId}>
          <ChangeProvider>
            <Outage />
            <VisitMark />
            <ProgramProvider program={program}>
              <FrameProvider projects={projects}>{children}</FrameProvider>
            </ProgramProvider>
          </ChangeProvider>
        </LiveProvider>
      </TimeProvider>
      <Toasts />
    </ThemeProvider>
  );
}

function Toasts() {
  const t = useTranslations("frame");
  const { resolvedTheme } = useTheme();
  return (
    <Toaster
      theme={resolvedTheme === "dark" ? "dark" : "light"}
      position="bottom-right"
      containerAriaLabel={t("notifications")}
      visibleToasts={3}
      duration={8000}
      mobileOffset={{ bottom: 64 }}
      toastOptions={{
        style: {
          background: "var(--raised)",
          color: "var(--text)",
          borderColor: "var(--line)",
          fontFamily: "var(--font-sans)",
        },
        actionButtonStyle: { background: "var(--accent)", color: "var(--accent-text)" },
        descriptionClassName: "!text-muted",
      }}
    />
  );
}
