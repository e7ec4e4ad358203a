"use client";
/** A list with a panel beside it; the border can be dragged or moved with the arrow keys, and its place is remembered. */
import { useTranslations } from "next-intl";
import { type CSSProperties, type KeyboardEvent, type PointerEvent, type ReactNode, useRef, useState } from "react";
import { clampPanel, PANEL_COOKIE, PANEL_MAX, PANEL_MIN } from "./panel-width";

interface SplitProps {
  /** Percent of the width, as the cookie remembers it. */
  initialWidth: number;
  panel: ReactNode;
  panelLabel: string;
  children: ReactNode;
}

/** On narrow screens the panel lies over the list. */
export function Split({ initialWidth, panel, panelLabel, children }: SplitProps) {
  const t = useTranslations("common");
  const [width, setWidth] = useState(() => clampPanel(initialWidth));
  const frame = useRef<HTMLDivElement>(null);

  const settle = (percent: number) => {
    const next = clampPanel(percent);
    setWidth(next);
    document.cookie = `${PANEL_COOKIE}=${next}; path=/; max-age=31536000; samesite=strict`;
  };
  const onPointerMove = (event: PointerEvent<HTMLDivElement>) => {
    const box = frame.current?.getBoundingClientRect();
    if (box === undefined || !event.currentTarget.hasPointerCapture(event.pointerId)) return;
    settle(((box.right - event.clientX) / box.width) * 100);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    const step = event.key === "ArrowLeft" ? 2 : event.key === "ArrowRight" ? -2 : 0;
    if (step === 0) return;
    event.preventDefault();
    settle(width + step);
  };
  return (
    <div
      ref={frame}
      className="relative flex min-h-0 min-w-0 flex-1"
      style={{ "--panel": `${width}%` } as CSSProperties}
    >
      {children}
      {panel !== null && (
        <>
          <div
            role="separator"
            tabIndex={0}
            aria-orientation="vertical"
            aria-label={t("resizePanel")}
            aria-valuenow={width}
            aria-valuemin={PANEL_MIN}
            aria-valuemax={PANEL_MAX}
            onKeyDown={onKeyDown}
            onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
            onPointerMove={onPointerMove}
            className="relative z-10 hidden w-px shrink-0 cursor-col-resize touch-none bg-line before:absolute before:inset-y-0 before:-left-1.5 before:w-3 hover:bg-accent md:block"
          />
          <aside
            aria-label={panelLabel}
            className="absolute inset-0 z-20 flex min-w-0 flex-col bg-surface md:static md:w-[var(--panel)] md:shrink-0"
          >
            {panel}
          </aside>
        </>
      )}
    </div>
  );
}
