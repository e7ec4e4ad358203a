"use client";
/** A problem with a button that asks the server again, without leaving the view. */
import { useRouter } from "next/navigation";
import { useTransition } from "react";
import { t } from "../strings";
import { Button } from "../ui/button";
import { Problem } from "./states";

interface RetryProblemProps {
  message: string;
  hint?: string | undefined;
  requestId?: string | undefined;
}

export function RetryProblem(props: RetryProblemProps) {
  const router = useRouter();
  const [pending, startTransition] = useTransition();
  return (
    <Problem {...props}>
      <Button look="primary" disabled={pending} onClick={() => startTransition(() => router.refresh())}>
        {t.common.retry}
      </Button>
    </Problem>
  );
}
