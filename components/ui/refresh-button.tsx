"use client";
/** Draws the view anew. */
import { RefreshCw } from "lucide-react";
import { useRouter } from "next/navigation";
import { useTransition } from "react";
import { Button } from "./button";

export function RefreshButton({ label }: { label: string }) {
  const router = useRouter();
  const [pending, startTransition] = useTransition();
  return (
    <Button disabled={pending} onClick={() => startTransition(() => router.refresh())}>
      <RefreshCw aria-hidden />
      {label}
    </Button>
  );
}
