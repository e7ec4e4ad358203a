"use client";
/** A problem with a button that asks the server again, without leaving the view. */
import { useTranslations } from "next-intl";
import { useRouter } from "next/navigation";
import { useTransition } from "react";
import type { ShownError } from "../change/result";
import { Button } from "../ui/button";
import { Problem } from "./states";

export function RetryProblem(error: ShownError) {
  const t = useTranslations("common");
  const router = useRouter();
  const [pending, startTransition] = useTransition();
  return (
    <Problem error={error}>
      <Button look="primary" disabled={pending} onClick={() => startTransition(() => router.refresh())}>
        {t("retry")}
      </Button>
    </Problem>
  );
}
