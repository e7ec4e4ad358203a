"use client";
/** The way back to an earlier text. */
import { useTranslations } from "next-intl";
import { Undo2 } from "lucide-react";
import { useTransition } from "react";
import { revertMemory } from "@/app/memories/actions";
import { useChange } from "../change/change-context";
import { Button } from "../ui/button";

interface RevertTextProps {
  id: number;
  /** Version, and of a text that it does not have any more, what wrote it. */
  to: number;
  operation: number | null;
  /** Of the version in force, where it is the one that is shown. */
  revision: number | null;
  number: number;
}

export function RevertText({ id, to, operation, revision, number }: RevertTextProps) {
  const t = useTranslations("memory");
  const change = useChange();
  const [pending, startTransition] = useTransition();
  const body = {
    to,
    ...(operation === null ? {} : { operation }),
    ...(revision === null ? {} : { revision }),
  };
  return (
    <Button
      size="small"
      disabled={pending}
      aria-label={t("texts.revertLabel", { number })}
      data-no-print
      onClick={() =>
        startTransition(async () => {
          await change.run(() => revertMemory(id, body), t("texts.reverted"));
        })
      }
    >
      <Undo2 aria-hidden />
      {t("texts.revert")}
    </Button>
  );
}
