"use client";
/** Why a project wants to be looked at, and the word that it is right as it is. */
import { TriangleAlert } from "lucide-react";
import { useTranslations } from "next-intl";
import { useTransition } from "react";
import { editProject } from "@/app/projects/actions";
import { useChange } from "../change/change-context";
import { Button } from "../ui/button";

export function ReviewNote({ id }: { id: number }) {
  const t = useTranslations("projects");
  const change = useChange();
  const [pending, startTransition] = useTransition();
  return (
    <div role="note" className="flex flex-wrap items-center gap-3 rounded-panel border bg-sunken px-3 py-2">
      <TriangleAlert aria-hidden className="size-4 shrink-0 text-orange" />
      <p className="min-w-0 flex-1 basis-60">{t("reviewWhy")}</p>
      <Button
        size="small"
        disabled={pending}
        onClick={() =>
          startTransition(async () => void (await change.run(() => editProject(id, { reviewed: true }), t("reviewed"))))
        }
      >
        {t("reviewDone")}
      </Button>
    </div>
  );
}
