"use client";
/** The preview of other weights, loaded when it is opened. */
import { useTranslations } from "next-intl";
import { SlidersHorizontal } from "lucide-react";
import dynamic from "next/dynamic";
import { type ComponentProps, useState } from "react";
import { Button } from "../ui/button";

const WeightsPreview = dynamic(() => import("./weights-preview").then((module) => module.WeightsPreview), {
  ssr: false,
});

interface WeightsLazyProps extends ComponentProps<typeof WeightsPreview> {
  /** Stands open at once where the view is about nothing else. */
  isOpen?: boolean;
}

export function WeightsLazy({ isOpen = false, ...props }: WeightsLazyProps) {
  const t = useTranslations("injections");
  const [open, setOpen] = useState(isOpen);
  return (
    <div className="mt-2">
      {!isOpen && (
        <Button aria-expanded={open} onClick={() => setOpen(!open)} className="mb-2">
          <SlidersHorizontal aria-hidden />
          {t("weights.open")}
        </Button>
      )}
      {open && <WeightsPreview {...props} />}
    </div>
  );
}
