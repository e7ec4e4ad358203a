"use client";
/** The name beside an icon of the narrow rail, under the pointer or the focus. One for all, fixed, so that no scroll area cuts it. */
import { useEffect, useState } from "react";

interface Tip {
  text: string;
  top: number;
  left: number;
}

export function RailTip() {
  const [tip, setTip] = useState<Tip | null>(null);
  // External system: pointer, focus and Escape on whatever carries `data-tip`.
  useEffect(() => {
    const show = (event: Event) => {
      const target = event.target instanceof Element ? event.target.closest<HTMLElement>("[data-tip]") : null;
      if (target === null) return setTip(null);
      if (event.type === "focusin" && !target.matches(":focus-visible")) return;
      const box = target.getBoundingClientRect();
      setTip({ text: target.dataset["tip"] ?? "", top: box.top + box.height / 2, left: box.right + 8 });
    };
    const hide = (event: Event) => {
      if (!(event instanceof KeyboardEvent) || event.key === "Escape") setTip(null);
    };
    document.addEventListener("pointerover", show);
    document.addEventListener("focusin", show);
    document.addEventListener("pointerdown", hide);
    document.addEventListener("keydown", hide);
    return () => {
      document.removeEventListener("pointerover", show);
      document.removeEventListener("focusin", show);
      document.removeEventListener("pointerdown", hide);
      document.removeEventListener("keydown", hide);
    };
  }, []);
  if (tip === null) return null;
  // The link carries its name itself: this is for the eye alone.
  return (
    <div
      aria-hidden
      style={{ top: tip.top, left: tip.left }}
      className="pointer-events-none fixed z-50 -translate-y-1/2 animate-fade rounded-control bg-raised px-2 py-1 text-meta whitespace-nowrap shadow-float lg:hidden"
    >
      {tip.text}
    </div>
  );
}
