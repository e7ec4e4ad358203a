"use client";
/** Whether the log is followed as it grows; the address holds it. */
import { Radio } from "lucide-react";
import { useTranslations } from "next-intl";
import { cn } from "@/lib/cn";
import { Button } from "../ui/button";
import { useUrlParams } from "../url-params";

export function FollowButton({ isFollowing }: { isFollowing: boolean }) {
  const t = useTranslations("logs");
  const { change } = useUrlParams();
  return (
    <Button
      aria-pressed={isFollowing}
      title={t("followHint")}
      onClick={() => change({ follow: isFollowing ? null : "on" })}
      className={cn(isFollowing && "border-accent bg-selected")}
    >
      <Radio aria-hidden className={cn(isFollowing && "text-green")} />
      {t("follow")}
    </Button>
  );
}
