"use client";
/** One view in the rail, in the bar of a phone or behind its "More". */
import Link from "next/link";
import { usePathname, useSearchParams } from "next/navigation";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { cn } from "@/lib/cn";
import { viewHref } from "../url";
import { isCurrent, type ViewEntry } from "./views";

interface RailLinkProps {
  view: ViewEntry;
  /** `rail`: the name is hidden below 1,100 px, where the tooltip says it; `bar`: below the icon; `row`: beside it. */
  shape: "rail" | "bar" | "row";
  onClick?: () => void;
  /** A count or a dot. */
  children?: ReactNode;
}

const SHAPES = {
  rail: "h-8 w-full justify-center gap-2.5 short:h-7 lg:justify-start lg:px-2",
  bar: "h-11 w-full flex-col justify-center gap-0.5 text-[11px] leading-4",
  row: "h-11 w-full gap-3 px-3",
};

export function RailLink({ view, shape, onClick, children }: RailLinkProps) {
  const t = useTranslations("frame.views");
  const current = isCurrent(view.path, usePathname());
  const project = useSearchParams().get("project");
  const label = t(view.name);
  const Icon = view.icon;
  return (
    <Link
      href={viewHref(view.path, project)}
      aria-current={current ? "page" : undefined}
      data-tip={shape === "rail" ? label : undefined}
      onClick={onClick}
      className={cn(
        "relative flex min-w-0 shrink-0 items-center rounded-control",
        SHAPES[shape],
        current ? "bg-selected font-medium text-text" : "text-muted hover:bg-hover hover:text-text",
      )}
    >
      <Icon aria-hidden className={cn("shrink-0", shape === "rail" ? "size-4" : "size-[18px]")} />
      <span className={cn("max-w-full truncate", shape === "rail" && "sr-only lg:not-sr-only")}>{label}</span>
      {children}
    </Link>
  );
}
