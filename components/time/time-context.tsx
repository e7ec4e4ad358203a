"use client";
/** The clock and the time zone that every time on a page shares. Hydrates with the server's, then follows the browser's. */
import { createContext, type ReactNode, useContext, useMemo, useState, useSyncExternalStore } from "react";
import { type ZonedFormat, zonedFormat } from "@/lib/format";

interface TimeValue {
  now: number;
  format: ZonedFormat;
}

const TimeContext = createContext<TimeValue>({ now: 0, format: zonedFormat("UTC") });
const TICK_MS = 30_000;
const ZONE_COOKIE = "keepsake-zone";

/** External system: the wall clock. One timer a page, asleep while the page is hidden. */
function createClock() {
  let now = Date.now();
  return {
    subscribe(changed: () => void) {
      const tick = () => {
        if (document.hidden) return;
        now = Date.now();
        changed();
      };
      const timer = setInterval(tick, TICK_MS);
      document.addEventListener("visibilitychange", tick);
      return () => {
        clearInterval(timer);
        document.removeEventListener("visibilitychange", tick);
      };
    },
    read: () => now,
  };
}

/** The zone goes into a cookie, so that the server's next page already shows the right day. */
const browserZone = {
  subscribe(_changed: () => void) {
    const zone = browserZone.read();
    document.cookie = `${ZONE_COOKIE}=${encodeURIComponent(zone)}; path=/; max-age=31536000; samesite=strict`;
    return () => undefined;
  },
  read: () => Intl.DateTimeFormat().resolvedOptions().timeZone || "UTC",
};

interface TimeProviderProps {
  serverNow: number;
  serverZone: string;
  children: ReactNode;
}

export function TimeProvider({ serverNow, serverZone, children }: TimeProviderProps) {
  const [clock] = useState(createClock);
  const now = useSyncExternalStore(clock.subscribe, clock.read, () => serverNow);
  const zone = useSyncExternalStore(browserZone.subscribe, browserZone.read, () => serverZone);
  const format = useMemo(() => zonedFormat(zone), [zone]);
  const value = useMemo(() => ({ now, format }), [now, format]);
  return <TimeContext value={value}>{children}</TimeContext>;
}

export const useTime = (): TimeValue => useContext(TimeContext);
