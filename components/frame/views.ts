/** The views of the console: order of the rail, the key after `g`, the icon. */
import { Activity, Brain, HeartPulse, History, House, type LucideIcon, Search } from "lucide-react";
import { t } from "../strings";

export interface ViewEntry {
  path: string;
  label: string;
  key: string;
  icon: LucideIcon;
}

export const VIEWS: readonly ViewEntry[] = [
  { path: "/", label: t.nav.overview, key: "o", icon: House },
  { path: "/memories", label: t.nav.memories, key: "m", icon: Brain },
  { path: "/timeline", label: t.nav.timeline, key: "t", icon: History },
  { path: "/search", label: t.nav.search, key: "s", icon: Search },
  { path: "/activity", label: t.nav.activity, key: "a", icon: Activity },
  { path: "/health", label: t.nav.health, key: "h", icon: HeartPulse },
];

/** A session's page belongs to the timeline. */
export const isCurrent = (view: string, pathname: string): boolean =>
  view === "/"
    ? pathname === "/"
    : pathname === view ||
      pathname.startsWith(`${view}/`) ||
      (view === "/timeline" && pathname.startsWith("/session/"));
