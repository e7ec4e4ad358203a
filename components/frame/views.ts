/** The views of the console: order of the rail, name (frame.views), the key after `g`, the icon. */
import { Activity, Brain, Folders, HeartPulse, History, House, type LucideIcon, Search, Settings } from "lucide-react";
import type { Messages } from "@/i18n/messages";

export interface ViewEntry {
  path: string;
  name: Exclude<keyof Messages["frame"]["views"], "label">;
  key: string;
  icon: LucideIcon;
}

export const VIEWS: readonly ViewEntry[] = [
  { path: "/", name: "overview", key: "o", icon: House },
  { path: "/memories", name: "memories", key: "m", icon: Brain },
  { path: "/timeline", name: "timeline", key: "t", icon: History },
  { path: "/search", name: "search", key: "s", icon: Search },
  { path: "/projects", name: "projects", key: "p", icon: Folders },
  { path: "/activity", name: "activity", key: "a", icon: Activity },
  { path: "/health", name: "health", key: "h", icon: HeartPulse },
  { path: "/settings", name: "settings", key: ",", icon: Settings },
];

/** A session's page belongs to the timeline. */
export const isCurrent = (view: string, pathname: string): boolean =>
  view === "/"
    ? pathname === "/"
    : pathname === view ||
      pathname.startsWith(`${view}/`) ||
      (view === "/timeline" && pathname.startsWith("/session/"));
