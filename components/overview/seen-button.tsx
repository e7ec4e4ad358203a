"use client";
/** "Mark as seen": from now on only what happens later is new. */
import { Check } from "lucide-react";
import { useTranslations } from "next-intl";
import { useTransition } from "react";
import { markSeen } from "@/app/(overview)/actions";
import { useLive } from "../live/live-context";
import { Button } from "../ui/button";

export function SeenButton() {
  const t = useTranslations("frame");
  const live = useLive();
  const [pending, startTransition] = useTransition();
  return (
    <Button
      size="small"
      look="quiet"
      disabled={pending}
      onClick={() =>
        startTransition(async () => {
          await markSeen();
          live.clear();
        })
      }
    >
      <Check aria-hidden />
      {t("markSeen")}
    </Button>
  );
}
