"use client";
/** Remembers the block as it was when it was first looked at, so that what a change makes of it can be compared. */
import { useTranslations } from "next-intl";
import dynamic from "next/dynamic";
import { type ReactNode, useState } from "react";
import type { Stood } from "@/lib/text/block-moves";
import { cn } from "@/lib/cn";
import { Button } from "../ui/button";

const CompareView = dynamic(() => import("./compare-view").then((module) => module.CompareView), { ssr: false });

export interface Look {
  /** Project and event: blocks of another one are not laid beside it. */
  of: string;
  text: string;
  entries: Stood[];
}

interface BeforeAfterProps {
  now: Look;
  /** Copies the block. */
  aside: ReactNode;
  children: ReactNode;
}

export function BeforeAfter({ now, aside, children }: BeforeAfterProps) {
  const t = useTranslations("injections");
  const [before, setBefore] = useState(now);
  const [isComparing, setComparing] = useState(false);
  if (before.of !== now.of) setBefore(now);
  const differs = withoutTime(before.text) !== withoutTime(now.text);
  return (
    <>
      <div className="mb-2 flex flex-wrap items-center gap-2">
        <div role="group" aria-label={t("compare.show")} className="flex gap-1">
          {[false, true].map((compares) => (
            <button
              key={String(compares)}
              type="button"
              aria-pressed={isComparing === compares}
              onClick={() => setComparing(compares)}
              className={cn(
                "inline-flex h-7 items-center gap-1.5 rounded-control px-2 text-meta",
                isComparing === compares ? "bg-selected font-medium" : "text-muted hover:bg-hover hover:text-text",
              )}
            >
              {t(compares ? "compare.beforeAfter" : "compare.block")}
              {compares && differs && (
                <span className="size-1.5 rounded-full bg-accent" role="img" aria-label={t("compare.differs")} />
              )}
            </button>
          ))}
        </div>
        <div className="ml-auto flex items-center gap-1">
          {isComparing && differs && (
            <Button size="small" look="quiet" onClick={() => setBefore(now)}>
              {t("compare.reset")}
            </Button>
          )}
          {aside}
        </div>
      </div>
      {isComparing ? (
        differs ? (
          <CompareView before={{ ...before, text: atTimeOf(before.text, now.text) }} after={now} />
        ) : (
          <p className="rounded-panel border px-3 py-4 text-muted">{t("compare.same")}</p>
        )
      ) : (
        children
      )}
    </>
  );
}

/** The opening tag says when the block was made: that alone is no difference. */
const TIME = /^(<[^\n>]*) time="([^"\n]*)"/;
const withoutTime = (text: string): string => text.replace(TIME, "$1");
const atTimeOf = (text: string, other: string): string => {
  const time = TIME.exec(other)?.[2];
  return time === undefined ? text : text.replace(TIME, (_, head: string) => `${head} time="${time}"`);
};
