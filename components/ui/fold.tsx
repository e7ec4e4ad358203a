"use client";
/** A disclosure that hides only on narrow screens: one copy of its content serves both. What narrows a view is not printed. */
import { SlidersHorizontal } from "lucide-react";
import { type ReactNode, useId, useState } from "react";
import { cn } from "@/lib/cn";
import { Button } from "./button";

export function NarrowFold({ label, children, className }: { label: string; children: ReactNode; className?: string }) {
  const [open, setOpen] = useState(false);
  const id = useId();
  return (
    <>
      <div className="border-b px-4 py-1.5 lg:hidden" data-no-print>
        <Button size="small" look="quiet" aria-expanded={open} aria-controls={id} onClick={() => setOpen(!open)}>
          <SlidersHorizontal aria-hidden />
          {label}
        </Button>
      </div>
      <div id={id} className={cn(!open && "hidden lg:block", className)} data-no-print>
        {children}
      </div>
    </>
  );
}
