/** The frame of the console: navigation beside one view. Every page renders at request time. */
import type { Metadata, Viewport } from "next";
import { NextIntlClientProvider, useTranslations } from "next-intl";
import { getLocale, getMessages, getTranslations } from "next-intl/server";
import { cache, type ReactNode, Suspense } from "react";
import { HealthDot } from "@/components/frame/health-dot";
import { PhoneBar } from "@/components/frame/phone-bar";
import { Providers } from "@/components/frame/providers";
import { Rail } from "@/components/frame/rail";
import { WaitingCount } from "@/components/frame/waiting-count";
import { HTML_LANG } from "@/i18n/locales";
import { clientMessages } from "@/i18n/messages";
import { readHealth } from "@/lib/health/service";
import { countReview } from "@/lib/review/service";
import { readFrame } from "./_console/frame";
import { attempt } from "./_console/load";
import "./globals.css";

export const dynamic = "force-dynamic";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("common");
  return {
    title: { default: t("name"), template: `%s · ${t("name")}` },
    description: t("description"),
    icons: { icon: { url: "/favicon.svg", type: "image/svg+xml" } },
    robots: { index: false, follow: false },
    referrer: "same-origin",
  };
}

export const viewport: Viewport = { colorScheme: "light dark", width: "device-width", initialScale: 1 };

export default async function RootLayout({ children }: { children: ReactNode }) {
  const frame = await readFrame();
  const locale = await getLocale();
  return (
    <html lang={HTML_LANG[locale]} suppressHydrationWarning>
      <body>
        <NextIntlClientProvider messages={clientMessages(await getMessages())}>
          <SkipLink />
          <Providers
            nonce={frame.nonce}
            serverNow={frame.now}
            serverZone={frame.zone}
            activityId={frame.activityId}
            projects={frame.projects}
            program={frame.program}
          >
            <div className="grid h-dvh grid-cols-[minmax(0,1fr)] grid-rows-[minmax(0,1fr)_auto] sm:grid-cols-[52px_minmax(0,1fr)] sm:grid-rows-[minmax(0,1fr)] lg:grid-cols-[208px_minmax(0,1fr)]">
              <Rail projects={frame.projects} healthDot={<LateHealth />} waitingCount={<LateWaiting />} />
              <PhoneBar
                projects={frame.projects}
                healthDot={<LateHealth />}
                waitingCount={<LateWaiting />}
                alarm={<LateHealth isQuiet />}
              />
              <main id="view" tabIndex={-1} className="min-h-0 min-w-0 outline-none">
                {children}
              </main>
            </div>
          </Providers>
        </NextIntlClientProvider>
      </body>
    </html>
  );
}

function SkipLink() {
  const t = useTranslations("common");
  return (
    <a
      href="#view"
      className="sr-only z-50 rounded-control bg-accent px-3 py-2 text-accent-text focus:not-sr-only focus:fixed focus:top-2 focus:left-2"
    >
      {t("skip")}
    </a>
  );
}

// The rail and the bar of a phone show the same: asked once a request.
const readWaiting = cache(() => attempt((app) => countReview(app)));
const readHealthOnce = cache(() => attempt(readHealth));

const LateWaiting = () => (
  <Suspense fallback={null}>
    <Waiting />
  </Suspense>
);

const LateHealth = ({ isQuiet = false }: { isQuiet?: boolean }) => (
  <Suspense fallback={null}>
    <HealthState isQuiet={isQuiet} />
  </Suspense>
);

async function Waiting() {
  const waiting = await readWaiting();
  return <WaitingCount count={waiting.ok ? waiting.data : 0} />;
}

async function HealthState({ isQuiet }: { isQuiet: boolean }) {
  const health = await readHealthOnce();
  return <HealthDot ok={health.ok && health.data.state === "ok"} isQuiet={isQuiet} />;
}
