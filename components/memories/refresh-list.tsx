"use client";
/** Draws the list anew by hand (E107); what is read stays where it is. */
import { useTranslations } from "next-intl";
import { RefreshCw } from "lucide-react";
import { useRouter } from "next/navigation";
import { useTransition } from "react";
import { useLive } from "../live/live-context";
import { Button } from "../ui/button";

export function RefreshList() {
  const t = useTranslations("memories");
  const router = useRouter();
  const live = useLive();
  const [pending, startTransition] = useTransition();
  const refresh = () =>
    startTransition(() => {
      live.clear();
      router.refresh();
    });
  return (
    <Button
      look="quiet"
      size="iconSmall"
      aria-label={t("refresh")}
      title={t("refresh")}
      disabled={pending}
      onClick={refresh}
    >
      <RefreshCw aria-hidden />
    </Button>
  );
}
