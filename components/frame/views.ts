/** The views of the console: order of the rail, name (frame.views), the key after `g`, the icon. */
import {
  Activity,
  Brain,
  FlaskConical,
  Folders,
  HeartPulse,
  History,
  House,
  Inbox,
  type LucideIcon,
  Search,
  Settings,
  Syringe,
} from "lucide-react";
import type { Messages } from "@/i18n/messages";

export interface ViewEntry {
  path: string;
  name: Exclude<keyof Messages["frame"]["views"], "label" | "rest">;
  key: string;
  icon: LucideIcon;
  /** In the bar of a phone itself, not behind "More". */
  isOnPhone?: true;
}

export const VIEWS: readonly ViewEntry[] = [
  { path: "/", name: "overview", key: "o", icon: House, isOnPhone: true },
  { path: "/memories", name: "memories", key: "m", icon: Brain, isOnPhone: true },
  { path: "/timeline", name: "timeline", key: "t", icon: History },
  { path: "/search", name: "search", key: "s", icon: Search, isOnPhone: true },
  { path: "/review", name: "review", key: "r", icon: Inbox, isOnPhone: true },
  { path: "/playground", name: "playground", key: "b", icon: FlaskConical },
  { path: "/injections", name: "injections", key: "i", icon: Syringe },
  { path: "/projects", name: "projects", key: "p", icon: Folders },
  { path: "/activity", name: "activity", key: "a", icon: Activity },
  { path: "/health", name: "health", key: "h", icon: HeartPulse },
  { path: "/settings", name: "settings", key: ",", icon: Settings },
];

/** The page of a session belongs to the timeline, that of an observation too. */
export const isCurrent = (view: string, pathname: string): boolean =>
  view === "/"
    ? pathname === "/"
    : pathname === view ||
      pathname.startsWith(`${view}/`) ||
      (view === "/timeline" && /^\/(session|observation)\//.test(pathname));
